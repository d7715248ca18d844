/* Documents as the page holds them. Offsets are UTF-16 code units of the text, end exclusive. */

const TYPES = ["Explicit", "Implicit", "AltLex", "AltLexC", "EntRel", "Hypophora", "NoRel", "Unknown"];
const STATUSES = ["correct", "wrong sense", "wrong spans", "wrong spans and sense", "missed", "spurious"];
const PART_NAMES = {
  arg1: "Arg1", connective: "Connective", arg2: "Arg2", sup1: "Sup1", sup2: "Sup2", punctuation: "Punctuation",
};
const NO_SENSE = "no sense";
const NO_CONNECTIVE = "without connective";

/** The index of the last item for which `before` holds; all items of that kind come first. */
function lastIndex(items, before) {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(items[middle])) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const distinct = (values) => [...new Set(values)];

/** An order of labels: those that `ranks` names first, in its order, the others by alphabet. */
function byRank(ranks) {
  const rank = (label) => (ranks.includes(label) ? ranks.indexOf(label) : ranks.length);
  return (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1);
}

class Relation {
  constructor(given, number) {
    Object.assign(this, { senses: [], inserted: [], facts: {}, system: null, status: null, score: null }, given);
    this.number = number;
    this.shown = true;
    if (this.system) this.system = new Relation(this.system, number);
    const sides = this.system ? [this, this.system] : [this];
    this.types = distinct(sides.map((side) => side.type));
    this.labels = distinct(sides.flatMap((side) => (side.senses.length ? side.senses : [NO_SENSE])));
    this.best = this.system ? this.system.score : this.score;
  }

  pieces(part) {
    return this.spans[part] ?? [];
  }

  /** All pieces of all spans, the system's too. */
  get everywhere() {
    const own = Object.values(this.spans).flat();
    return this.system ? own.concat(this.system.everywhere) : own;
  }

  /** How many characters it covers. */
  get extent() {
    return this.everywhere.reduce((sum, [begin, end]) => sum + end - begin, 0);
  }

  /** Where it is shown: at its connective, or else where its later argument begins. */
  get anchor() {
    const begins = (part) => this.pieces(part).slice(0, 1).map(([begin]) => begin);
    const [connective] = begins("connective");
    return connective ?? Math.max(0, ...begins("arg1"), ...begins("arg2"));
  }

  text(part, whole) {
    return this.pieces(part).map(([begin, end]) => whole.slice(begin, end).replace(/\s+/g, " ")).join(" … ");
  }

  /** What names it in the margin: its connective, or the one that annotators put in, in brackets. */
  name(whole) {
    const connective = this.text("connective", whole);
    if (connective) return connective;
    return this.inserted.length ? `(${this.inserted.join(", ")})` : "";
  }

  /** What a search looks into, in lower case. */
  words(whole) {
    return (this.lowered ??= this.searchable(whole));
  }

  searchable(whole) {
    const own = Object.keys(this.spans).map((part) => this.text(part, whole));
    const words = [...own, ...this.inserted, ...this.senses, this.type].join("\n").toLowerCase();
    return this.system ? `${words}\n${this.system.words(whole)}` : words;
  }
}

/** A relation's sense without its first level, which the tree of senses tells. */
function shortSense(sense) {
  const dot = sense.indexOf(".");
  return dot < 0 ? sense : sense.slice(dot + 1);
}

/** The words of a document: offsets, sentences, and what is known of each word. */
class Words {
  constructor({ steps, starts, lemmas, tags, labels, heads }) {
    Object.assign(this, { starts, heads: heads ?? null, begins: [], ends: [] });
    let at = 0;
    for (let step = 0; step < steps.length; step += 2) {
      this.begins.push((at += steps[step]));
      this.ends.push((at += steps[step + 1]));
    }
    const column = (table) => table && table[1].map((number) => table[0][number]);
    Object.assign(this, { lemmas: column(lemmas), tags: column(tags), labels: column(labels) });
  }

  /** The number of the sentence of a word. */
  sentenceOf(word) {
    return Math.max(0, lastIndex(this.starts, (start) => start <= word));
  }

  /** The indices of the words of a sentence. */
  ofSentence(sentence) {
    const end = this.starts[sentence + 1] ?? this.begins.length;
    return Array.from({ length: end - this.starts[sentence] }, (_, place) => this.starts[sentence] + place);
  }

  /** The first and the last offset of a sentence. */
  edges(sentence) {
    const words = this.ofSentence(sentence);
    return words.length ? [this.begins[words[0]], this.ends[words.at(-1)]] : [0, 0];
  }

  /** The words that pieces of the text cover. */
  within(pieces) {
    const words = [];
    for (const [begin, end] of pieces) {
      for (let word = lastIndex(this.ends, (edge) => edge <= begin) + 1; this.begins[word] < end; word += 1) words.push(word);
    }
    return distinct(words);
  }

  /** The word at an offset, or the one before it. */
  at(offset) {
    return Math.max(0, lastIndex(this.begins, (begin) => begin <= offset));
  }
}

class Text {
  constructor(given) {
    this.id = given.id;
    this.language = given.language;
    this.text = given.text;
    this.words = given.words ? new Words(given.words) : null;
    this.propositions = given.propositions ?? [];
    this.relations = given.relations.map((relation, number) => new Relation(relation, number));
    this.inOrder = this.relations
      .map((relation) => [relation.anchor, relation])
      .sort(([one, first], [other, second]) => one - other || first.number - second.number)
      .map(([, relation]) => relation);
    const blocks = given.blocks.length ? given.blocks : [[0, 0, 0]]; // a place for relations of an empty text
    this.relations.forEach((relation) => {
      const connective = relation.text("connective", this.text) || relation.system?.text("connective", this.text);
      relation.signal = connective ? connective.toLowerCase() : NO_CONNECTIVE;
    });
    this.blocks = blocks.map(([begin, end, continued, kind = "", speaker = 0], index) => ({
      index, begin, end, kind, speaker, continued: Boolean(continued), anchored: [], touching: [], segments: null, element: null,
    }));
    this.inOrder.forEach((relation) => this.place(relation));
  }

  /** Tells the blocks which relations stand in their margin, and which reach into them. */
  place(relation) {
    relation.block = this.blockAt(relation.anchor);
    relation.block.anchored.push(relation);
    const touched = new Set([relation.block]);
    for (const [begin, end] of relation.everywhere) {
      for (let index = this.blockAt(begin).index; this.blocks[index]?.begin < end; index += 1) {
        touched.add(this.blocks[index]);
      }
    }
    relation.blocks = [...touched];
    touched.forEach((block) => block.touching.push(relation));
  }

  /** The block of an offset, or the one before it if it falls between two. */
  blockAt(offset) {
    return this.blocks[Math.max(0, lastIndex(this.blocks, (block) => block.begin <= offset))];
  }

  get shown() {
    return this.inOrder.filter((relation) => relation.shown);
  }
}
