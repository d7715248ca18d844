"""Presets: the systems of the field as stages, each with the paper that it follows and where it departs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from relata.baselines.stages import Stage
from relata.errors import ProtocolError

_CONNECTIVE = ("words", "syntax", "path")
_SURFACE = ("word-pairs", "first-last", "production-rules", "dependency-rules")
_RULES = ("production-rules", "dependency-rules")
_LEXICAL = ("polarity", "modality", "verbs", "levin", "brown", "first-last")
_CHINESE = ("word-pairs", "first-last", "production-rules", "dependency-rules")


@dataclass(frozen=True, slots=True)
class Preset:
    """Stages of a system, its languages, its paper, and its departures from it.

    `arguments` labels the units of the sentence of a connective, `previous` those of this sentence and the
    one before; without it, Arg1 is the whole sentence before. `sites` tells sentences with a relation from
    others, `inside` finds relations inside a sentence. `chinese_senses` is the learner of senses in Chinese.
    """

    connectives: Stage
    positions: Stage
    arguments: Stage
    previous: Stage | None
    explicit: Stage
    sites: Stage
    nonexplicit: Stage
    inside: Stage
    follows: str
    departs: str
    languages: tuple[str, ...] = ("en",)
    needs_trees: bool = True
    chinese_senses: str = ""

    def stages(self) -> Mapping[str, Stage]:
        """Return the stages by name."""
        named = {
            "connectives": self.connectives,
            "argument position": self.positions,
            "arguments": self.arguments,
            "arguments of two sentences": self.previous,
            "explicit senses": self.explicit,
            "sites between sentences": self.sites,
            "non-explicit senses": self.nonexplicit,
            "relations inside a sentence": self.inside,
        }
        return {name: stage for name, stage in named.items() if stage}

    def of_language(self, language: str) -> Preset:
        """Return the preset as it is for a language; refuse another one."""
        if language not in self.languages:
            raise ProtocolError(
                f"the system is for {' and '.join(self.languages)}, the data are in {language!r}"
            )
        return _chinese(self) if language == "zh" else self


def _chinese(preset: Preset) -> Preset:
    """Replace what is made for English trees: clauses between marks stand for constituents."""

    def clauses(stage: Stage) -> Stage:
        return replace(stage, method="clauses")

    def senses(stage: Stage) -> Stage:
        learner = preset.chinese_senses or stage.learner
        return replace(stage, learner=learner, strength=0.1 if learner == "svm" else stage.strength)

    def words(stage: Stage) -> Stage:
        known = tuple(name for name in stage.features if name in _CHINESE)
        return replace(stage, features=("words", *known))

    return replace(
        preset,
        arguments=clauses(preset.arguments),
        previous=clauses(preset.previous or preset.arguments),
        sites=words(preset.sites),
        explicit=senses(preset.explicit),
        nonexplicit=words(senses(preset.nonexplicit)),
        inside=clauses(preset.inside),
        needs_trees=False,
    )


def _preset(
    learner: str,
    follows: str,
    departs: str,
    *,
    connectives: Stage | None = None,
    positions: Stage | None = None,
    arguments: Stage | None = None,
    previous: Stage | None = None,
    explicit: Stage | None = None,
    nonexplicit: Stage | None = None,
    languages: tuple[str, ...] = ("en",),
    chinese_senses: str = "",
) -> Preset:
    """Build a preset with one learner in all stages that are not named."""
    plain = Stage(learner, _CONNECTIVE)
    return Preset(
        connectives=connectives or plain,
        positions=positions or plain,
        arguments=arguments or Stage(learner, method="constituents"),
        previous=previous,
        explicit=explicit or plain,
        sites=Stage("maxent", _SURFACE, strength=0.1, minimum=5),
        nonexplicit=nonexplicit or Stage("maxent", _SURFACE, strength=0.1, minimum=5),
        inside=Stage("maxent"),
        follows=follows,
        departs=departs,
        languages=languages,
        chinese_senses=chinese_senses,
    )


def _words(learner: str, *kinds: str) -> Stage:
    return Stage(learner, kinds)


def _svm(*kinds: str) -> Stage:
    return Stage("svm", kinds, strength=0.1)


def _pairs(learner: str, *features: str, strength: float = 0.1) -> Stage:
    return Stage(learner, features, strength=strength, minimum=5)


_CHAIN = Stage("crf", method="constituents")
_CLAUSE_CHAIN = Stage("crf", method="clauses")
_WORD_CHAIN = Stage("crf", method="words")
_ALL = ("words", "syntax", "path", "context")

PRESETS: Mapping[str, Preset] = {
    "classical": _preset(
        "maxent",
        "nobody's system: maximum entropy with the context of connectives",
        "arguments are chains of constituents or of clauses, labelled by a conditional random field",
        connectives=_words("maxent", *_ALL),
        arguments=_CHAIN,
        previous=_CLAUSE_CHAIN,
        explicit=_words("maxent", *_ALL),
        languages=("en", "zh"),
    ),
    "lin2014": _preset(
        "maxent",
        "Lin, Ng and Kan (2014): neighbours, categories and path of a connective; the likeliest node of the "
        "tree for each argument, with tree subtraction; rules and word pairs for implicit senses",
        "attribution spans are not labelled; features are chosen by their count, not by mutual information",
        arguments=Stage("maxent", method="nodes"),
        explicit=_words("maxent", "words"),
        nonexplicit=_pairs("maxent", "word-pairs", *_RULES),
    ),
    "ecnucs": _preset(
        "maxent",
        "Wang and Lan (2015, 2016): logistic regression of liblinear with more context of the connective; "
        "constituents for arguments in one sentence, clauses for those in two",
        "implicit senses of English by the linear model of 2015: a CNN as in 2016 is in tao0920; clauses "
        "end at marks alone; argument order in Chinese is learned with the arguments",
        connectives=_words("maxent", *_ALL),
        previous=Stage("maxent", method="clauses"),
        explicit=_words("maxent", *_ALL),
        nonexplicit=_pairs("maxent", *_SURFACE, *_LEXICAL),
        languages=("en", "zh"),
    ),
    "oslopots": _preset(
        "svm",
        "Oepen et al. (2016): support vector machines; arguments by ranking the nodes of the tree",
        "one classifier for all connectives; no ensemble of sense classifiers; nodes are scored one by "
        "one and edited by subtraction alone",
        connectives=_svm(*_CONNECTIVE),
        arguments=Stage("svm", method="nodes", strength=0.1),
        explicit=_svm(*_CONNECTIVE),
        nonexplicit=_pairs("svm", *_SURFACE, "brown", strength=0.01),
    ),
    "stepanov": _preset(
        "maxent",
        "Stepanov and Riccardi (2016): conditional random fields over words for connectives and arguments, "
        "AdaBoost for positions and senses, with Brown clusters, VerbNet and MPQA",
        "words that are no connective in training are not labelled; lexicons serve implicit senses alone",
        connectives=_words("crf", *_CONNECTIVE),
        positions=_words("adaboost", *_CONNECTIVE),
        arguments=_WORD_CHAIN,
        previous=_WORD_CHAIN,
        explicit=_words("adaboost", *_CONNECTIVE),
        nonexplicit=_pairs("adaboost", *_SURFACE, *_LEXICAL),
    ),
    "goethe": _preset(
        "svm",
        "Schenk et al. (2016): conditional random fields over words for connectives and arguments, a support "
        "vector machine for explicit senses, a feed-forward network on summed vectors for implicit ones",
        "vectors are not weighted by the depth of their words in the dependency tree",
        connectives=_words("crf", *_CONNECTIVE),
        positions=_svm(*_CONNECTIVE),
        arguments=_WORD_CHAIN,
        previous=_WORD_CHAIN,
        explicit=_svm(*_CONNECTIVE),
        nonexplicit=Stage("feedforward"),
    ),
    "gw0": _preset(
        "maxent",
        "Weiss and Bajec (2016): a focused recurrent network on vectors of words, for senses alone",
        "the system labels given arguments, so that connectives, arguments and explicit senses are those of "
        "kong; four foci, each read by one GRU",
        nonexplicit=Stage("focused-rnn"),
    ),
    "tao0920": _preset(
        "svm",
        "Qin, Zhang and Zhao (2016): the pipeline of Wang and Lan with support vector machines, and a "
        "convolutional network for implicit senses",
        "vectors of tags are left out",
        connectives=_svm(*_ALL),
        positions=_svm(*_CONNECTIVE),
        previous=Stage("maxent", method="clauses"),
        explicit=_svm(*_ALL),
        nonexplicit=Stage("cnn"),
    ),
    "li16b": _preset(
        "maxent",
        "Kong et al. (2015, 2016) and Li et al. (2016a): constituents around the connective by maximum "
        "entropy, Brown clusters for implicit senses; support vector machines for senses in Chinese",
        "no integer programming over arguments; without a tree, Chinese arguments are clauses between marks",
        explicit=_words("maxent", *_CONNECTIVE),
        nonexplicit=_pairs("maxent", *_SURFACE, "brown"),
        languages=("en", "zh"),
        chinese_senses="svm",
    ),
    "cip2016": _preset(
        "maxent",
        "Kang et al. (2016): maximum entropy for Chinese; marks inside sentences are sites of relations, and "
        "the order of arguments is decided by their meaning",
        "the order is learned together with the arguments; vectors of words are not used",
        connectives=_words("maxent", "words"),
        explicit=_words("maxent", "words", "context"),
        languages=("zh",),
    ),
    "nguyenlab": _preset(
        "svm",
        "Nguyen (2016): conditional random fields over words for connectives and arguments, support vector "
        "machines for explicit and random forests for implicit senses, with MPQA",
        "a linear kernel in place of the polynomial one of SMO; vectors are not averaged into features",
        connectives=_words("crf", *_CONNECTIVE),
        positions=_svm(*_CONNECTIVE),
        arguments=_WORD_CHAIN,
        previous=_WORD_CHAIN,
        explicit=_svm(*_CONNECTIVE),
        nonexplicit=_pairs("forest", *_SURFACE, "polarity"),
    ),
    "clac": _preset(
        "tree",
        "Laali, Cianflone and Kosseim (2016): decision trees (C4.5) for connectives and explicit senses, a "
        "chain over constituents for arguments, a convolutional network for implicit senses",
        "the 800 features with the highest chi-square; trees are not pruned",
        arguments=_CHAIN,
        nonexplicit=Stage("cnn"),
    ),
    "soochow": _preset(
        "perceptron",
        "Fan, Li and Zhang (2016): averaged perceptrons, arguments by labels of words",
        "constituents are labelled one by one; there is no search over sequences",
        nonexplicit=_pairs("perceptron", *_SURFACE, "brown"),
    ),
    "iitbhu": _preset(
        "bayes",
        "Kaur et al. (2016): naive Bayes, with MPQA and VerbNet for implicit senses",
        "vectors of words are not used; positions by maximum entropy",
        positions=_words("maxent", *_CONNECTIVE),
        nonexplicit=_pairs("bayes", *_RULES, "first-last", "polarity", "levin", strength=1.0),
    ),
    "ttr": _preset(
        "maxent",
        "Rutherford and Xue (2016): a feed-forward network on the summed vectors of both arguments",
        "the system labels given implicit relations, so that the rest is that of kong",
        nonexplicit=Stage("feedforward"),
    ),
    "kong": _preset(
        "maxent",
        "Kong, Ng and Zhou (2014): constituents around a connective are Arg1, Arg2 or neither",
        "no integer programming; Arg1 in an earlier sentence is the whole sentence before",
    ),
}
"""Presets by name."""


def preset(name: str) -> Preset:
    """Return the preset of a name."""
    if name not in PRESETS:
        raise ProtocolError(f"no system {name!r}; expected one of {', '.join(PRESETS)}")
    return PRESETS[name]


def presets_of(language: str) -> list[str]:
    """Return the names of the presets for a language."""
    return [name for name, preset in PRESETS.items() if language in preset.languages]
