"""Word lists of the conversion to dependencies, all in lower case."""

from __future__ import annotations


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _functions(**lists: str) -> dict[str, str]:
    """Map the words of lists to the functions that name the lists."""
    return {word: function for function, words in lists.items() for word in words.split()}


COPULAS = _words("be am is are was were been being 's 're 'm become becomes became becoming")
"""Forms of "be" and "become", whose complement is a predicate, no object."""

LINKING_VERBS = COPULAS | {"going"}
"""Verbs without objects: a clause below them continues a verb chain."""

TITLES = _words(
    "adm cardinal chairman cie col commissioner commodore director dr gen gov judge judges justice king "
    "leader lord maj mayor messrs minister mr mrs ms president presidents private prof professor rep sen "
    "sens st"
)
"""Titles before a name, without a final stop."""

POSTHONORIFICS = _words("bros co corp cos inc jr ltd n.v phd ph.d s.a sr")
"""Posthonorifics behind a name, without a final stop."""

COMPANY_ENDS = _words("ltd corp")
PARTNERS = _words("co sons")
"""Names of firms behind "&", without a final stop: "Smith Jones & Co."."""

MONTHS = _words(
    "jan jan. january feb feb. february mar mar. march apr apr. jun jun. june jul jul. july aug aug. "
    "september oct oct. october nov nov. december"
)
"""Months that depend on their year; the list, with its gaps, is that of the task's data."""

DEGREE_ADVERBS = _words("as once pretty quite rather too very")
"""Adverbs not in -ly that modify the adjective behind them."""

OTHER_ADVERBS = _words("early namely only")
"""Adverbs in -ly that do not modify the adjective behind them."""

COMPARISON_ADVERBS = _words("even much no slightly")
"""Adverbs that modify a comparative."""

ADVERBIAL_SUBORDINATORS = _words("as because for since with")
"""Subordinators whose clause is never an object."""

SPLITTING_VERBS = _words("have has had having 've intend intends intended intending")
"""Verbs whose clause is split into subject and predicate even where it is quoted."""

TIME_NOUNS = _words(
    "second seconds minute minutes hour hours day days week weeks weekend month months quarter year years "
    "decade decades century centuries time times moment today yesterday tomorrow tonight morning afternoon "
    "evening night nights noon midnight spring summer fall autumn winter monday tuesday wednesday thursday "
    "friday saturday sunday january february march april may june july august september october november "
    "december jan. feb. mar. apr. jun. jul. aug. sept. oct. nov. dec. period"
)
"""Nouns that make a phrase an adverbial of time."""

ADVERB_FUNCTIONS = _functions(
    TMP="now still already never then currently recently often always again previously soon first later "
    "longer eventually once earlier finally ever sometimes usually meanwhile annually daily weekly monthly "
    "yearly frequently immediately initially lately nowadays ago before early afterwards today yesterday "
    "tomorrow tonight",
    LOC="here there everywhere somewhere anywhere nowhere nearby abroad overseas elsewhere",
    DIR="away forward backward forwards backwards home",
)
PREPOSITION_FUNCTIONS = _functions(
    TMP="during until till since after before following",
    LOC="in at under among near inside outside around across within throughout behind beneath beside above "
    "below",
    DIR="into onto toward towards",
    PRP="because",
)
"""Functions of prepositional phrases; those of places and directions also depend on the context."""

SUBORDINATOR_FUNCTIONS = _functions(
    TMP="when whenever after before until till since once",
    PRP="because",
    ADV="if although though while unless whereas even as lest provided",
)
WH_FUNCTIONS = _functions(TMP="when", LOC="where", MNR="how", PRP="why")
"""Functions of interrogative and relative adverbs."""

MEASURES = _words("% percent point points cent cents pence yen")
CHANGES = _words(
    "rise rises rose risen rising fall falls fell fallen falling gain gained climb climbed drop dropped "
    "jump jumped slip slipped surge surged decline declined soar soared plunge plunged increase increased "
    "slid"
)
"""Verbs of a changing figure; a measure behind them is its extent."""
