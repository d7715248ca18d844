/* All documents of the page: their texts, the hits in each, and counts over all of them. */

const CHUNK = 12; // milliseconds of reading documents in advance, at a time

/** The documents of the page, read when they are needed. */
class Corpus {
  constructor(listing, scripts) {
    this.listing = listing;
    this.scripts = scripts;
    this.texts = [];
  }

  at(index) {
    return (this.texts[index] ??= new Text(JSON.parse(this.scripts[index].textContent)));
  }

  /** The relations of all documents as if they were of one, for the filters beside the list of documents. */
  get whole() {
    if (!this.joined) {
      const relations = this.listing.flatMap((_, index) => {
        const text = this.at(index);
        text.relations.forEach((relation) => relation.words(text.text));
        return text.relations;
      });
      this.joined = { relations, text: "", get shown() { return relations.filter((relation) => relation.shown); } };
    }
    return this.joined;
  }

  /** All texts, the relations that pass the filters marked; `open` has its marks already. */
  shown(open) {
    return this.listing.map((_, index) => {
      const text = this.at(index);
      if (text !== open) markShown(text);
      return text;
    });
  }

  /** Reads the documents while the reader does nothing, so that the first search is as fast as the others. */
  readAhead() {
    const idle = window.requestIdleCallback ?? setTimeout;
    const step = () => {
      const end = performance.now() + CHUNK;
      let index = this.listing.findIndex((_, at) => !this.texts[at]);
      for (; index >= 0 && index < this.listing.length && performance.now() < end; index += 1) {
        const text = this.at(index);
        text.relations.forEach((relation) => relation.words(text.text));
      }
      if (index >= 0 && index < this.listing.length) idle(step);
    };
    if (this.listing.length > 1) idle(step);
  }
}

/** Precision, recall and F1 of a system: relations with the same arguments and a right sense count. */
function scoresOf(relations) {
  const count = (...statuses) => relations.filter(({ status }) => statuses.includes(status)).length;
  const [correct, missed, spurious] = [count("correct"), count("missed"), count("spurious")];
  const [gold, system] = [relations.length - spurious, relations.length - missed];
  return { correct, gold, system, f1: gold + system ? (2 * correct) / (gold + system) : 0 };
}

/** The list of documents with their hits, and senses by type over all of them; `open` shows one. */
function drawDocuments(texts, holder, open) {
  const all = texts.flatMap((text) => text.shown);
  const rows = texts.map((text, index) => ({ text, index, hits: text.shown }));
  if (filters.active) rows.sort((one, other) => other.hits.length - one.hits.length || one.index - other.index);
  const most = Math.max(1, ...rows.map(({ hits }) => hits.length));
  const compared = all.some(({ status }) => status);
  const names = ["document", "relations", ...(filters.active ? ["of"] : []), "", ...(compared ? ["right", "F1"] : [])];
  const lines = rows.map(({ text, index, hits }) => {
    const name = element("button", { type: "button", class: "link" }, text.id);
    name.addEventListener("click", () => open(index));
    const cells = [element("th", { scope: "row" }, name), number(hits.length)];
    if (filters.active) cells.push(number(text.relations.length));
    cells.push(element("td", { class: "share" }, element("meter", { min: 0, max: most, value: hits.length, "aria-label": "share" })));
    if (compared) cells.push(number(scoresOf(hits).correct), number(percent(scoresOf(hits).f1)));
    return element("tr", {}, cells);
  });
  holder.replaceChildren(
    element("p", { class: "summary-line" }, summaryOf(texts, all, compared)),
    tableOfCells(names, lines),
    element("h2", {}, "Senses by type"),
    sensesByType(all),
  );
}

function summaryOf(texts, all, compared) {
  const found = texts.filter((text) => text.shown.length).length;
  const relations = all.length.toLocaleString("en");
  const summary = `${relations} relations in ${found} of ${texts.length} documents`;
  if (!compared) return summary;
  const { correct, gold, system, f1 } = scoresOf(all);
  return `${summary}. F1 ${percent(f1)}: ${correct} right of ${system} found and ${gold} in the gold`;
}

const percent = (share) => (100 * share).toFixed(1);
const number = (content) => element("td", { class: "number" }, typeof content === "number" ? content.toLocaleString("en") : content);

function tableOfCells(names, rows) {
  const head = names.map((name, place) => (name ? element("th", { scope: "col", class: place ? "number" : null }, name) : element("td", { class: "share" })));
  return element("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "Table" },
    element("table", { class: "counts" }, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows)));
}

function sensesByType(relations) {
  const table = new Map();
  for (const relation of relations) {
    const sense = relation.senses[0] ?? NO_SENSE;
    if (!table.has(sense)) table.set(sense, new Map());
    const row = table.get(sense);
    row.set(relation.type, (row.get(relation.type) ?? 0) + 1);
  }
  const types = distinct(relations.map(({ type }) => type)).sort(byRank(TYPES));
  const rows = [...table.keys()].sort().map((sense) => {
    const row = table.get(sense);
    const counts = types.map((type) => number(row.get(type) ?? "·"));
    const total = [...row.values()].reduce((sum, count) => sum + count, 0);
    return element("tr", {}, element("th", { scope: "row" }, classroom.on ? plainWord(sense, classroom.language) : sense), counts, number(total));
  });
  return tableOfCells(["sense", ...types, "total"], rows);
}
