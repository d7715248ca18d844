"""The data of `relata.senses`: hierarchies, flat inventories, spellings met in corpora, mapping tables."""

from __future__ import annotations

ENTREL = "EntRel"
"""The label of relations between entities: a type that the CoNLL tasks score as if it were a sense."""

# Level 1 at the margin, then a level-2 sense a line with its level-3 senses.
_PDTB2 = """
Temporal
  Asynchronous: Precedence, Succession
  Synchrony
Contingency
  Cause: Reason, Result
  Pragmatic cause: Justification
  Condition: Hypothetical, General, Unreal present, Unreal past, Factual present, Factual past
  Pragmatic condition: Relevance, Implicit assertion
Comparison
  Contrast: Juxtaposition, Opposition
  Pragmatic contrast
  Concession: Expectation, Contra-expectation
  Pragmatic concession
Expansion
  Conjunction
  Instantiation
  Restatement: Specification, Equivalence, Generalization
  Alternative: Conjunctive, Disjunctive, Chosen alternative
  Exception
  List
"""

# The manual files NegResult under Cause, the released files under Negative-cause: both are met.
_PDTB3 = """
Temporal
  Synchronous
  Asynchronous: Precedence, Succession
Contingency
  Cause: Reason, Result, NegResult
  Cause+Belief: Reason+Belief, Result+Belief
  Cause+SpeechAct: Reason+SpeechAct, Result+SpeechAct
  Negative-cause: NegResult
  Condition: Arg1-as-cond, Arg2-as-cond
  Condition+SpeechAct
  Negative-condition: Arg1-as-negCond, Arg2-as-negCond
  Negative-condition+SpeechAct
  Purpose: Arg1-as-goal, Arg2-as-goal
Comparison
  Concession: Arg1-as-denier, Arg2-as-denier
  Concession+SpeechAct: Arg1-as-denier+SpeechAct, Arg2-as-denier+SpeechAct
  Contrast
  Similarity
Expansion
  Conjunction
  Disjunction
  Equivalence
  Exception: Arg1-as-excpt, Arg2-as-excpt
  Instantiation: Arg1-as-instance, Arg2-as-instance
  Level-of-detail: Arg1-as-detail, Arg2-as-detail
  Manner: Arg1-as-manner, Arg2-as-manner
  Substitution: Arg1-as-subst, Arg2-as-subst
"""

_TEDCDB = f"""{_PDTB3.rstrip()}
  Progression: Arg1-as-progr, Arg2-as-progr
  Background: Arg1-as-backgr, Arg2-as-backgr
"""

HIERARCHIES = {"pdtb2": _PDTB2, "pdtb3": _PDTB3, "tedcdb": _TEDCDB}

# Labels of a corpus that stand beside its hierarchy.
BESIDE = {"pdtb2": (ENTREL,), "pdtb3": (ENTREL,), "tedcdb": (ENTREL, "Undecided")}

FLAT = {
    "conll2016-en": (
        "Temporal.Asynchronous.Precedence",
        "Temporal.Asynchronous.Succession",
        "Temporal.Synchrony",
        "Contingency.Cause.Reason",
        "Contingency.Cause.Result",
        "Contingency.Condition",
        "Comparison.Contrast",
        "Comparison.Concession",
        "Expansion.Conjunction",
        "Expansion.Instantiation",
        "Expansion.Restatement",
        "Expansion.Alternative",
        "Expansion.Alternative.Chosen alternative",
        "Expansion.Exception",
        ENTREL,
    ),
    "conll2016-zh": (
        "Alternative",
        "Causation",
        "Conditional",
        "Conjunction",
        "Contrast",
        ENTREL,
        "Expansion",
        "Progression",
        "Purpose",
        "Temporal",
    ),
}

# Parts of labels that are written in more than one way, or wrongly, in released data.
SPELLINGS = {
    "cmparison": "comparison",
    "conditon": "condition",
    "arg1-as-except": "arg1-as-excpt",
    "arg2-as-except": "arg2-as-excpt",
    "arg1-as-detai": "arg1-as-detail",
    "synchronous": "synchrony",
}

_PDTB3_TO_ENGLISH = {
    "Temporal.Synchronous": "Temporal.Synchrony",
    "Temporal.Asynchronous.Precedence": "Temporal.Asynchronous.Precedence",
    "Temporal.Asynchronous.Succession": "Temporal.Asynchronous.Succession",
    "Contingency.Cause.Reason": "Contingency.Cause.Reason",
    "Contingency.Cause.Result": "Contingency.Cause.Result",
    "Contingency.Cause+Belief.Reason+Belief": "Contingency.Cause.Reason",
    "Contingency.Cause+Belief.Result+Belief": "Contingency.Cause.Result",
    "Contingency.Cause+SpeechAct.Reason+SpeechAct": "Contingency.Cause.Reason",
    "Contingency.Cause+SpeechAct.Result+SpeechAct": "Contingency.Cause.Result",
    "Contingency.Condition": "Contingency.Condition",
    "Contingency.Condition+SpeechAct": "Contingency.Condition",
    "Comparison.Contrast": "Comparison.Contrast",
    "Comparison.Concession": "Comparison.Concession",
    "Comparison.Concession+SpeechAct": "Comparison.Concession",
    "Expansion.Conjunction": "Expansion.Conjunction",
    "Expansion.Instantiation": "Expansion.Instantiation",
    "Expansion.Level-of-detail": "Expansion.Restatement",
    "Expansion.Equivalence": "Expansion.Restatement",
    "Expansion.Disjunction": "Expansion.Alternative",
    "Expansion.Substitution": "Expansion.Alternative.Chosen alternative",
    "Expansion.Exception": "Expansion.Exception",
    ENTREL: ENTREL,
}

_PDTB3_TO_CHINESE = {
    "Temporal": "Temporal",
    "Contingency.Cause": "Causation",
    "Contingency.Cause+Belief": "Causation",
    "Contingency.Cause+SpeechAct": "Causation",
    "Contingency.Negative-cause": "Causation",
    "Contingency.Condition": "Conditional",
    "Contingency.Condition+SpeechAct": "Conditional",
    "Contingency.Negative-condition": "Conditional",
    "Contingency.Negative-condition+SpeechAct": "Conditional",
    "Contingency.Purpose": "Purpose",
    "Comparison.Contrast": "Contrast",
    "Comparison.Concession": "Contrast",
    "Comparison.Concession+SpeechAct": "Contrast",
    "Expansion.Conjunction": "Conjunction",
    "Expansion.Disjunction": "Alternative",
    "Expansion.Substitution": "Alternative",
    "Expansion.Level-of-detail": "Expansion",
    "Expansion.Instantiation": "Expansion",
    "Expansion.Equivalence": "Expansion",
    "Expansion.Manner": "Expansion",
    "Expansion.Progression": "Progression",
    ENTREL: ENTREL,
}

# The shared task's own reduction of PDTB-2 (Xue et al. 2015).
_PDTB2_TO_ENGLISH = {
    "Temporal.Asynchronous.Precedence": "Temporal.Asynchronous.Precedence",
    "Temporal.Asynchronous.Succession": "Temporal.Asynchronous.Succession",
    "Temporal.Synchrony": "Temporal.Synchrony",
    "Contingency.Cause.Reason": "Contingency.Cause.Reason",
    "Contingency.Cause.Result": "Contingency.Cause.Result",
    "Contingency.Pragmatic cause": "Contingency.Cause.Reason",
    "Contingency.Condition": "Contingency.Condition",
    "Contingency.Pragmatic condition": "Contingency.Condition",
    "Comparison.Contrast": "Comparison.Contrast",
    "Comparison.Pragmatic contrast": "Comparison.Contrast",
    "Comparison.Concession": "Comparison.Concession",
    "Comparison.Pragmatic concession": "Comparison.Concession",
    "Expansion.Conjunction": "Expansion.Conjunction",
    "Expansion.List": "Expansion.Conjunction",
    "Expansion.Instantiation": "Expansion.Instantiation",
    "Expansion.Restatement": "Expansion.Restatement",
    "Expansion.Alternative": "Expansion.Alternative",
    "Expansion.Alternative.Chosen alternative": "Expansion.Alternative.Chosen alternative",
    "Expansion.Exception": "Expansion.Exception",
    ENTREL: ENTREL,
}

# Only what the definitions of both manuals make the same sense; the rest needs a new look at the text.
_PDTB2_TO_PDTB3 = {
    "Temporal": "Temporal",
    "Temporal.Synchrony": "Temporal.Synchronous",
    "Temporal.Asynchronous": "Temporal.Asynchronous",
    "Temporal.Asynchronous.Precedence": "Temporal.Asynchronous.Precedence",
    "Temporal.Asynchronous.Succession": "Temporal.Asynchronous.Succession",
    "Contingency.Cause": "Contingency.Cause",
    "Contingency.Cause.Reason": "Contingency.Cause.Reason",
    "Contingency.Cause.Result": "Contingency.Cause.Result",
    "Contingency.Condition": "Contingency.Condition",
    "Contingency.Pragmatic condition": "Contingency.Condition+SpeechAct",
    "Comparison.Contrast": "Comparison.Contrast",
    "Comparison.Concession": "Comparison.Concession",
    "Comparison.Concession.Expectation": "Comparison.Concession.Arg1-as-denier",
    "Comparison.Concession.Contra-expectation": "Comparison.Concession.Arg2-as-denier",
    "Expansion.Conjunction": "Expansion.Conjunction",
    "Expansion.List": "Expansion.Conjunction",
    "Expansion.Instantiation": "Expansion.Instantiation.Arg2-as-instance",
    "Expansion.Restatement.Specification": "Expansion.Level-of-detail.Arg2-as-detail",
    "Expansion.Restatement.Generalization": "Expansion.Level-of-detail.Arg1-as-detail",
    "Expansion.Restatement.Equivalence": "Expansion.Equivalence",
    "Expansion.Alternative.Conjunctive": "Expansion.Disjunction",
    "Expansion.Alternative.Disjunctive": "Expansion.Disjunction",
    "Expansion.Alternative.Chosen alternative": "Expansion.Substitution",
    "Expansion.Exception": "Expansion.Exception.Arg2-as-excpt",
    ENTREL: ENTREL,
}

_PDTB3_TO_PDTB2 = {
    "Temporal": "Temporal",
    "Temporal.Synchronous": "Temporal.Synchrony",
    "Temporal.Asynchronous": "Temporal.Asynchronous",
    "Temporal.Asynchronous.Precedence": "Temporal.Asynchronous.Precedence",
    "Temporal.Asynchronous.Succession": "Temporal.Asynchronous.Succession",
    "Contingency.Cause.Reason": "Contingency.Cause.Reason",
    "Contingency.Cause.Result": "Contingency.Cause.Result",
    "Contingency.Cause+Belief.Reason+Belief": "Contingency.Pragmatic cause.Justification",
    "Contingency.Condition": "Contingency.Condition",
    "Contingency.Condition+SpeechAct": "Contingency.Pragmatic condition",
    "Comparison.Contrast": "Comparison.Contrast",
    "Comparison.Concession": "Comparison.Concession",
    "Comparison.Concession.Arg1-as-denier": "Comparison.Concession.Expectation",
    "Comparison.Concession.Arg2-as-denier": "Comparison.Concession.Contra-expectation",
    "Expansion.Conjunction": "Expansion.Conjunction",
    "Expansion.Disjunction": "Expansion.Alternative",
    "Expansion.Instantiation.Arg2-as-instance": "Expansion.Instantiation",
    "Expansion.Level-of-detail.Arg1-as-detail": "Expansion.Restatement.Generalization",
    "Expansion.Level-of-detail.Arg2-as-detail": "Expansion.Restatement.Specification",
    "Expansion.Equivalence": "Expansion.Restatement.Equivalence",
    "Expansion.Substitution": "Expansion.Alternative.Chosen alternative",
    "Expansion.Exception.Arg2-as-excpt": "Expansion.Exception",
    ENTREL: ENTREL,
}

# A sense without a row goes where its nearest ancestor with a row goes; without any, it cannot be mapped.
TABLES = {
    ("pdtb2", "conll2016-en"): _PDTB2_TO_ENGLISH,
    ("pdtb3", "conll2016-en"): _PDTB3_TO_ENGLISH,
    ("tedcdb", "conll2016-en"): _PDTB3_TO_ENGLISH,
    ("pdtb3", "conll2016-zh"): _PDTB3_TO_CHINESE,
    ("tedcdb", "conll2016-zh"): _PDTB3_TO_CHINESE,
    ("pdtb2", "pdtb3"): _PDTB2_TO_PDTB3,
    ("pdtb3", "pdtb2"): _PDTB3_TO_PDTB2,
}
