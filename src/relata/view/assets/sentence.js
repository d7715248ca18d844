/* One sentence: its dependencies as arcs, and its predicates with their roles. */

const WORD_GAP = 18;
const LEVEL = 22; // pixels between arcs, and between rows of roles
const WORD_FONT = "15px serif";

/** The sentence as a drawing and as a table; a line of text where the document has no sentences. */
function drawSentence(text, offset) {
  const { words } = text;
  if (!words) return element("p", { class: "empty" }, "This document has no words to draw: parse it with relata.");
  const indices = words.ofSentence(words.sentenceOf(words.at(offset)));
  const heads = indices.map((word) => (words.heads ? words.heads[word] : null));
  const propositions = propositionsIn(text, indices);
  if (heads.every((head) => head === null) && !propositions.length) {
    return element("p", { class: "empty" }, "This document has neither dependencies nor roles: relata parse adds them.");
  }
  return element("div", { class: "sentence" },
    element("div", { class: "arcs", tabindex: 0, role: "group", "aria-label": "Dependencies and roles" }, arcDrawing(text, indices, heads, propositions)),
    sentenceTable(text, indices, heads));
}

/** The propositions whose predicate stands in the sentence, with the places of the words of each role. */
function propositionsIn(text, indices) {
  const place = (pieces) => text.words.within(pieces).map((word) => word - indices[0]).filter((at) => at >= 0 && at < indices.length);
  return text.propositions
    .map(([roleset, predicate, roles]) => ({
      roleset, predicate: place(predicate),
      roles: roles.map(([role, pieces]) => ({ role, places: place(pieces) })).filter(({ places }) => places.length),
    }))
    .filter(({ predicate }) => predicate.length);
}

/** The height of each arc in levels: above all arcs that it spans. */
function arcLevels(heads) {
  const arcs = heads
    .map((head, place) => ({ place, head: head - 1, from: Math.min(place, head - 1), to: Math.max(place, head - 1), known: head > 0 }))
    .filter(({ known }) => known)
    .sort((one, other) => one.to - one.from - (other.to - other.from));
  arcs.forEach((arc, index) => {
    const inside = arcs.slice(0, index).filter(({ from, to }) => arc.from <= from && to <= arc.to);
    arc.level = 1 + Math.max(0, ...inside.map(({ level }) => level));
  });
  return arcs;
}

function arcDrawing(text, indices, heads, propositions) {
  const { words } = text;
  const forms = indices.map((word) => text.text.slice(words.begins[word], words.ends[word]));
  const brush = element("canvas").getContext("2d");
  brush.font = WORD_FONT;
  const widths = indices.map((word, place) =>
    Math.max(brush.measureText(forms[place]).width, 7 * (words.tags?.[word] ?? "").length, 6.2 * (words.labels?.[word] ?? "").length));
  const lefts = [];
  widths.reduce((left, width) => (lefts.push(left), left + width + WORD_GAP), 10);
  const middle = (place) => lefts[place] + widths[place] / 2;
  const arcs = arcLevels(heads);
  const top = Math.max(0, ...arcs.map(({ level }) => level)) * LEVEL * 0.75 + 16; // a curve reaches three quarters of its handles
  const write = (content, x, y, kind) => {
    const made = drawn("text", { x, y, class: kind, "text-anchor": "middle" });
    made.append(content);
    return made;
  };
  const shapes = [];
  for (const { place, head, level } of arcs) {
    const [start, end, y] = [middle(head) + (place > head ? 4 : -4), middle(place), top - level * LEVEL];
    shapes.push(drawn("path", { class: "arc", d: `M${start},${top} C${start},${y} ${end},${y} ${end},${top}` }));
    shapes.push(drawn("path", { class: "tip", d: `M${end - 3},${top - 5} L${end},${top} L${end + 3},${top - 5}` }));
    shapes.push(write(words.labels?.[indices[place]] ?? "", (start + end) / 2, top - level * LEVEL * 0.75 - 3, "arc-label"));
  }
  forms.forEach((form, place) => {
    shapes.push(write(form, middle(place), top + 16, heads[place] === 0 ? "form root" : "form"), write(words.tags?.[indices[place]] ?? "", middle(place), top + 31, "tag"));
  });
  propositions.forEach(({ roleset, predicate, roles }, row) => {
    const y = top + 46 + row * (LEVEL + 8);
    const bar = (places, kind, label) => {
      const [from, to] = [lefts[places[0]], lefts[places.at(-1)] + widths[places.at(-1)]];
      shapes.push(drawn("rect", { class: kind, x: from, y, width: to - from, height: 5, rx: 2 }), write(label, (from + to) / 2, y + 17, "role-label"));
    };
    bar(predicate, "predicate-bar", roleset ?? "predicate");
    roles.forEach(({ role, places }) => bar(places, "role-bar", role));
  });
  const height = top + 46 + propositions.length * (LEVEL + 8);
  const width = lefts.at(-1) + widths.at(-1) + 12;
  const label = `Dependencies of: ${forms.join(" ")}`;
  return drawn("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...shapes);
}

function sentenceTable(text, indices, heads) {
  const { words } = text;
  const cells = (word, place) => [
    place + 1, text.text.slice(words.begins[word], words.ends[word]), words.lemmas?.[word], words.tags?.[word], heads[place], words.labels?.[word],
  ];
  const names = ["", "form", "lemma", "tag", "head", "label"];
  const row = (tag, values) => element("tr", {}, values.map((value) => element(tag, {}, String(value ?? ""))));
  return element("details", { class: "facts" }, element("summary", {}, "As a table"),
    element("table", {}, element("thead", {}, row("th", names)), element("tbody", {}, indices.map((word, place) => row("td", cells(word, place))))));
}
