/* Class mode: senses in plain words and large type; and a worksheet with gaps and a key. */

const classroom = {
  get on() {
    return "classroom" in document.body.dataset;
  },
  set on(on) {
    if (on) document.body.dataset.classroom = "";
    else delete document.body.dataset.classroom;
  },
  language: "en",
};

const PLAIN_PARTS = {
  en: { arg1: "part 1", arg2: "part 2", connective: "linking word", punctuation: "punctuation" },
  zh: { arg1: "第一部分", arg2: "第二部分", connective: "关联词", punctuation: "标点" },
};

/** The name of a type of relation: plain in class mode. */
const typeName = (type) => (classroom.on ? plainWord(type, classroom.language) : type);

/** The name of a part of a relation: plain in class mode. */
const partName = (part) => (classroom.on && PLAIN_PARTS[classroom.language][part]) || PART_NAMES[part];

/** A sense for the margin: plain in class mode, else without its first level. */
const senseName = (sense) => (classroom.on ? plainWord(sense, classroom.language) : shortSense(sense));

const WORKSHEET = {
  en: { task: "Fill each gap with a word from the box.", bank: "Words", key: "Key", hide: "Hide key", print: "Print", name: "Name" },
  zh: { task: "请从方框中选词填空。", bank: "词语", key: "答案", hide: "隐藏答案", print: "打印", name: "姓名" },
};

/** The gaps of a text: the pieces of the connectives that are shown, without those inside of others. */
function gapsOf(text) {
  const pieces = text.shown.flatMap((relation) => relation.pieces("connective").map(([begin, end]) => ({ begin, end, relation })));
  pieces.sort((one, other) => one.begin - other.begin || other.end - one.end);
  const gaps = [];
  for (const piece of pieces) {
    if (!gaps.length || piece.begin >= gaps.at(-1).end) gaps.push(piece);
  }
  return gaps.map((gap, index) => ({ ...gap, number: index + 1, words: text.text.slice(gap.begin, gap.end) }));
}

/** A cloze text: numbered gaps for connectives, a box of words, and a key on a page of its own. */
function drawWorksheet(text, holder) {
  const language = glossLanguage(text);
  const wording = WORKSHEET[language];
  const gaps = gapsOf(text);
  const bank = gaps.map(({ words }) => words.toLowerCase()).sort((one, other) => one.localeCompare(other, text.language || "en"));
  const key = element("section", { class: "worksheet-key" },
    element("h2", {}, wording.key),
    element("ol", {}, gaps.map(({ words, relation }) =>
      element("li", {}, element("b", {}, words), ` (${(relation.senses[0] ? [relation.senses[0]] : [relation.type]).map((sense) => plainWord(sense, language)).join(", ")})`))));
  const button = (name, action) => {
    const made = element("button", { type: "button" }, name);
    made.addEventListener("click", action);
    return made;
  };
  const tools = element("p", { class: "worksheet-tools" },
    button(wording.print, () => print()), " ", button(wording.hide, (event) => {
      key.hidden = !key.hidden;
      event.target.setAttribute("aria-pressed", key.hidden);
    }));
  holder.replaceChildren(tools,
    element("p", { class: "worksheet-name" }, `${wording.name}: ______________________`),
    element("p", {}, wording.task),
    element("p", { class: "bank", lang: text.language || null }, element("b", {}, `${wording.bank}: `), bank.join(" · ")),
    ...text.blocks.map((block) => worksheetParagraph(text, block, gaps)),
    key);
}

function worksheetParagraph(text, block, gaps) {
  const children = [];
  let at = block.begin;
  for (const { begin, end, number } of gaps.filter((gap) => gap.begin >= block.begin && gap.end <= block.end)) {
    children.push(text.text.slice(at, begin), element("span", { class: "gap" }, `(${number})`, element("span", { class: "blank" })));
    at = end;
  }
  children.push(text.text.slice(at, block.end));
  const heading = block.kind === "heading" ? { role: "heading", "aria-level": 3 } : {};
  return element("p", { class: block.kind || null, lang: text.language || null, ...heading }, children);
}
