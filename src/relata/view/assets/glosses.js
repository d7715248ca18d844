/* Senses in plain words: definitions and examples in English and Chinese, words for a class, and a guide to signs. */

const GLOSSES = JSON.parse(find("glosses").textContent);
const LANGUAGES = { en: "English", zh: "中文" };
const SIGNS = {
  Explicit: "a connective in the text signals the relation", Implicit: "no connective; one could be put in",
  AltLex: "another expression signals the relation", AltLexC: "a construction signals the relation",
  EntRel: "the sentences speak of the same thing", Hypophora: "a question and its answer", NoRel: "no relation",
};
const SCORE_MEANING =
  "The score is the probability that a relation is right as a whole: its sense, and both arguments for the most part. " +
  "Of 100 relations with a score of 0.64, about 64 are right. Since so much must be right at once, 0.6 is a good score.";
const RESULTS = {
  correct: "arguments and sense as in the gold", "wrong sense": "arguments as in the gold, another sense",
  "wrong spans": "the sense of the gold, other arguments", "wrong spans and sense": "the same place, all else differs",
  missed: "in the gold only", spurious: "of the system only",
};

/** The language of glosses for a text: Chinese for Chinese, English for all others. */
const glossLanguage = (text) => (text.language.startsWith("zh") ? "zh" : "en");

/** A sense in words for a class. */
function plainWord(sense, language) {
  const gloss = GLOSSES[sense];
  return gloss?.[language === "zh" ? "plain_zh" : "plain"] ?? shortSense(sense);
}

/** An example as elements: arguments as in the text, `[Arg1]1 <connective> [Arg2]2`. */
function exampleOf(example) {
  const pieces = example.split(/(\[[^\]]*\][12]|<[^>]*>)/);
  return pieces.map((piece) => {
    if (piece.startsWith("<")) return element("b", { class: "example-connective" }, piece.slice(1, -1));
    if (piece.startsWith("[")) return element("span", { class: `arg${piece.at(-1)}-example` }, piece.slice(1, -2));
    return piece;
  });
}

/** The definition and the example of a sense in a language. */
function glossIn(sense, language) {
  const { [language]: definition, [language === "zh" ? "example_zh" : "example"]: example } = GLOSSES[sense] ?? {};
  if (!definition) return [];
  const plain = classroom.on ? definition.replace(/Arg([12])/g, (_, part) => PLAIN_PARTS[language][`arg${part}`]) : definition;
  return [element("p", { class: "gloss", lang: language }, plain, " ", element("span", { class: "example" }, exampleOf(example)))];
}

/** All senses of a text with their meanings, the signs, and what a score means. */
function drawGuide(text, holder) {
  const senses = distinct(text.relations.flatMap((relation) => relation.labels)).filter((sense) => GLOSSES[sense]?.en);
  const types = distinct(text.relations.flatMap((relation) => relation.types)).filter((type) => SIGNS[type]);
  const results = STATUSES.filter((status) => text.relations.some((relation) => relation.status === status));
  const [first, second] = glossLanguage(text) === "zh" ? ["zh", "en"] : ["en", "zh"];
  const line = (name, ...rest) => [element("dt", {}, name), element("dd", {}, ...rest)];
  holder.replaceChildren(
    element("h3", {}, "Signs"),
    element("dl", {}, types.sort(byRank(TYPES)).flatMap((type) => line(`${GLYPHS[type]} ${type}`, SIGNS[type])),
      results.flatMap((status) => line(`${STATUS_SIGNS[status]} ${status}`, RESULTS[status]))),
    ...(text.relations.some((relation) => relation.best !== null)
      ? [element("h3", {}, "Scores"), element("p", {}, SCORE_MEANING)] : []),
    element("h3", {}, "Senses"),
    ...senses.sort().map((sense) =>
      element("section", { class: "sense-entry" }, element("h4", {}, sense), glossIn(sense, first), glossIn(sense, second))),
  );
}
