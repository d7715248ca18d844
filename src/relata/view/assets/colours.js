/* Groups of relations by colour. Each group has a hue and a form of underline, so that colour is never the only sign. */

const CLASSES = ["Temporal", "Contingency", "Comparison", "Expansion", "EntRel", "Other"];
const SCORE_BANDS = ["75% and more", "50% to 74%", "25% to 49%", "below 25%", "no score"];

/** The first level of the first sense of a relation; EntRel is a class of its own. */
function classOf(relation) {
  if (relation.type === "EntRel") return "EntRel";
  const top = (relation.senses[0] ?? "").split(".")[0].toLowerCase();
  return CLASSES.find((name) => name.toLowerCase() === top) ?? "Other";
}

function scoreBand(relation) {
  if (relation.best === null) return "no score";
  return SCORE_BANDS[relation.best >= 0.75 ? 0 : relation.best >= 0.5 ? 1 : relation.best >= 0.25 ? 2 : 3];
}

/** Ways to colour: the groups in the order of their hues, and the group of a relation. */
const COLOURINGS = {
  class: { groups: CLASSES, of: classOf },
  type: {
    groups: ["Explicit", "Implicit", "AltLex", "Hypophora", "EntRel", "Other"],
    of: ({ type }) => (type === "AltLexC" ? "AltLex" : COLOURINGS.type.groups.includes(type) ? type : "Other"),
  },
  agreement: { groups: STATUSES, of: (relation) => relation.status },
  score: { groups: SCORE_BANDS, of: scoreBand },
};

/** The way to colour now; it outlives a change of document. */
const colouring = {
  name: "class",

  /** The class of style sheets for the group of a relation. */
  tone(relation) {
    const { groups, of } = COLOURINGS[this.name];
    return `tone${Math.max(0, groups.indexOf(of(relation)))}`;
  },

  /** The ways that tell relations of a text apart. */
  available(text) {
    const has = { agreement: (relation) => relation.status !== null, score: (relation) => relation.best !== null };
    return Object.keys(COLOURINGS).filter((name) => !has[name] || text.relations.some(has[name]));
  },

  /** The groups that occur in a text, in the order of their hues. */
  present(text) {
    const { groups, of } = COLOURINGS[this.name];
    const names = new Set(text.relations.map(of));
    return groups.filter((name) => names.has(name));
  },
};
