/* Relations as files and as text to copy: tables, JSON Lines, CoNLL-2016, brackets, Markdown, LaTeX. */

/* The columns of relata-table/1, as `relata convert --to csv` writes them. */
const COLUMNS = [
  "document", "language", "relation", "type", "sense", "senses", "score", "connective", "arg1", "arg2", "inserted",
  "connective_offsets", "arg1_offsets", "arg2_offsets", "connective_sentence", "arg1_sentence", "arg2_sentence",
  "before", "context", "after",
];

/** The function from offsets of the page to offsets in characters, in which files count. */
function characterOffsets(text) {
  const wide = [...text.matchAll(/[\u{10000}-\u{10ffff}]/gu)].map(({ index }) => index);
  return (offset) => offset - (lastIndex(wide, (at) => at < offset) + 1);
}

/** A span with gaps as dots, as tables show it. */
const spanText = (pieces, text) => pieces.map(([begin, end]) => text.text.slice(begin, end)).join(" ");

function tableRecord(relation, text, at) {
  const offsets = (part) => relation.pieces(part).map(([begin, end]) => `${at(begin)}-${at(end)}`).join(";");
  const parts = ["connective", "arg1", "arg2"];
  return {
    document: text.id, language: text.language, relation: relation.number + 1, type: relation.type,
    sense: relation.senses[0], senses: relation.senses.join("|"), score: relation.score,
    inserted: relation.inserted[0],
    ...Object.fromEntries(parts.map((part) => [part, spanText(relation.pieces(part), text)])),
    ...Object.fromEntries(parts.map((part) => [`${part}_offsets`, offsets(part)])),
    ...sentencesOf(relation, text, parts),
  };
}

/** The numbers of the sentences of the parts, and the text of these sentences and of their neighbours. */
function sentencesOf(relation, text, parts) {
  const { words } = text;
  const covered = words ? parts.map((part) => [part, words.within(relation.pieces(part))]) : [];
  const numbers = covered.filter(([, indices]) => indices.length)
    .map(([part, indices]) => [part, words.sentenceOf(indices[0]), words.sentenceOf(indices.at(-1))]);
  if (!numbers.length) return {};
  const first = Math.min(...numbers.map(([, begin]) => begin));
  const last = Math.max(...numbers.map(([, , end]) => end));
  const slice = (from, to) => text.text.slice(words.edges(from)[0], words.edges(to)[1]);
  return {
    ...Object.fromEntries(numbers.map(([part, begin]) => [`${part}_sentence`, begin + 1])),
    before: first ? slice(first - 1, first - 1) : "",
    context: slice(first, last),
    after: last + 1 < words.starts.length ? slice(last + 1, last + 1) : "",
  };
}

/** A table of the relations; tabs and line ends in cells become blanks where tabs part the cells. */
function tableOf(texts, delimiter) {
  const cell = (value) => {
    const content = value === null || value === undefined ? "" : String(value);
    if (delimiter === "\t") return content.replace(/[\t\r\n]+/g, " ");
    return /[",\r\n]/.test(content) ? `"${content.replaceAll('"', '""')}"` : content;
  };
  const line = (values) => `${values.map(cell).join(delimiter)}\n`;
  const rows = texts.flatMap((text) => {
    const at = characterOffsets(text.text);
    return text.shown.map((relation) => line(COLUMNS.map((name) => tableRecord(relation, text, at)[name])));
  });
  return line(COLUMNS) + rows.join("");
}

/** Documents as lines of relata's own format, with the relations that are shown. */
function jsonLinesOf(texts) {
  return texts.map((text) => `${JSON.stringify(documentRecord(text))}\n`).join("");
}

function documentRecord(text) {
  const at = characterOffsets(text.text);
  const spans = (pieces) => ({ spans: pieces.map(([begin, end]) => [at(begin), at(end)]) });
  const { words } = text;
  const token = (word, known) => ({
    span: [at(words.begins[word]), at(words.ends[word])],
    ...Object.fromEntries(known.map(([name, column]) => [name, column[word]])),
  });
  const columns = words
    ? Object.entries({ lemma: words.lemmas, tag: words.tags, head: words.heads, deprel: words.labels }).filter(([, column]) => column)
    : [];
  const sentences = words?.starts.map((_, sentence) => ({
    span: words.edges(sentence).map(at), tokens: words.ofSentence(sentence).map((word) => token(word, columns)),
  }));
  const relations = text.shown.map((relation) => ({
    type: relation.type, senses: relation.senses,
    ...(relation.score === null ? {} : { score: relation.score }),
    ...Object.fromEntries(Object.entries(relation.spans).map(([part, pieces]) => [part, spans(pieces)])),
    ...(relation.inserted.length ? { inserted: relation.inserted[0] } : {}),
    ...(relation.facts.provenance ? { provenance: relation.facts.provenance } : {}),
  }));
  const record = { format: "relata/1", id: text.id, language: text.language, text: text.text };
  return { ...record, paragraphs: paragraphsOf(text).map(([begin, end]) => [at(begin), at(end)]), sentences, relations };
}

/** The paragraphs of a text: its blocks, those that go on in the next one joined. */
function paragraphsOf(text) {
  const paragraphs = [];
  for (const { begin, end, continued } of text.blocks) {
    if (continued && paragraphs.length) paragraphs.at(-1)[1] = end;
    else paragraphs.push([begin, end]);
  }
  return paragraphs;
}

/** Relations as a system's output.json of the CoNLL-2016 shared task; relations without sense are left out. */
function conll2016Of(texts) {
  const tokens = (relation, part, text) => ({ TokenList: text.words.within(relation.pieces(part)) });
  const line = (relation, text) => JSON.stringify({
    DocID: text.id, Type: relation.type, Sense: relation.senses.slice(0, 1), Arg1: tokens(relation, "arg1", text),
    Arg2: tokens(relation, "arg2", text), Connective: tokens(relation, "connective", text),
  });
  const labelled = (text) => text.shown.filter((relation) => relation.senses.length && text.words);
  return texts.flatMap((text) => labelled(text).map((relation) => `${line(relation, text)}\n`)).join("");
}

/* Copies of one relation */

/** The text of a relation cut at the edges of its parts, as [text, part or null, opens, closes]. */
function piecesOf(relation, text) {
  const spans = ["connective", "arg1", "arg2"].flatMap((part) => relation.pieces(part).map(([begin, end]) => ({ part, begin, end })));
  const edges = distinct(spans.flatMap(({ begin, end }) => [begin, end])).sort((one, other) => one - other);
  return edges.slice(1).map((end, index) => {
    const begin = edges[index];
    const there = spans.find((span) => span.begin <= begin && end <= span.end);
    const words = text.text.slice(begin, end).replace(/\s+/g, " ");
    if (!there) return [words.length > 120 ? " … " : words, null];
    return [words, there.part, there.begin === begin, there.end === end];
  });
}

const LATEX = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
const latex = (words) => words.replace(/[\\~^]|[{}$&#_%]/g, (sign) => LATEX[sign] ?? `\\${sign}`);

/** Ways to copy a relation: functions of the relation and its text. */
const COPIES = {
  brackets: (relation, text) => {
    const pieces = piecesOf(relation, text).map(([words, part, opens, closes]) => {
      if (!part) return words;
      if (part === "connective") return `<${words}>`;
      return `${opens ? "[" : ""}${words}${closes ? `]${part.at(-1)}` : ""}`;
    });
    return pieces.join("");
  },
  Markdown: (relation, text) => {
    const plain = (words) => words.replace(/([\\`*_[\]<>])/g, "\\$1");
    const pieces = piecesOf(relation, text).map(([words, part, opens, closes]) => {
      if (!part) return plain(words);
      if (part === "connective") return `**${plain(words)}**`;
      return `${opens ? "\\[" : ""}${plain(words)}${closes ? `\\]<sub>${part.at(-1)}<\/sub>` : ""}`;
    });
    return `${pieces.join("")} (${relation.senses.join(", ") || relation.type})`;
  },
  LaTeX: (relation, text) => {
    const pieces = piecesOf(relation, text).map(([words, part, opens, closes]) => {
      if (!part) return latex(words);
      if (part === "connective") return `\\textbf{${latex(words)}}`;
      return `${opens ? "{[}" : ""}${latex(words)}${closes ? `{]}\\textsubscript{${part.at(-1)}}` : ""}`;
    });
    return `\\begin{exe}\n\\ex ${pieces.join("")}\\\\\n(\\textsc{${latex(relation.senses.join(", ") || relation.type)}})\n\\end{exe}\n`;
  },
};

/** Copies a text; where the browser has no clipboard for pages, through a field. */
async function copyText(content) {
  try {
    await navigator.clipboard.writeText(content);
  } catch {
    const field = element("textarea", { "aria-label": "copy" });
    field.value = content;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** Hands the reader a file. */
function saveFile(name, kind, content) {
  const link = element("a", { download: name, href: URL.createObjectURL(new Blob([content], { type: kind })) });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
