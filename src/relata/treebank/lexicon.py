"""Words that the conversion to dependencies knows by their form, all in small letters."""

from __future__ import annotations


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


COPULAS = _listed("be am is are was were been being 's 're 'm become becomes became becoming")
"""The forms of "be" and "become": what follows them is predicated, and no object."""

TITLES = _listed(
    """
    adm cardinal chairman cie col commissioner commodore director dr gen gov judge judges justice king leader
    lord maj mayor messrs minister mr mrs ms president presidents private prof professor rep sen sens st
    """
)
"""What may stand before a name, without a final stop."""

POSTHONORIFICS = _listed("bros co corp cos inc jr ltd n.v phd ph.d s.a sr")
"""What may stand behind a name, without a final stop."""

COMPANY_ENDS = _listed("ltd corp")
PARTNERS = _listed("co sons")
"""What the firm behind "&" is called, without a final stop: "Smith Jones & Co."."""

MONTHS = _listed(
    """
    jan jan. january feb feb. february mar mar. march apr apr. jun jun. june jul jul. july aug aug. september
    oct oct. october nov nov. december
    """
)
"""Months that depend on their year; the list, with its gaps, is that of the task's data."""

DEGREE_ADVERBS = _listed("as once pretty quite rather too very")
"""Adverbs that modify the adjective behind them, beside those in -ly."""

OTHER_ADVERBS = _listed("early namely only")
"""Adverbs in -ly that do not."""

COMPARISON_ADVERBS = _listed("even much no slightly")
"""Adverbs that modify a comparative."""

ADVERBIAL_SUBORDINATORS = _listed("as because for since with")
"""Subordinators whose clause is never an object."""

SPLITTING_VERBS = _listed("have has had having 've intend intends intended intending")
"""Verbs whose clause is split into subject and predicate even where it is quoted."""

TIME_NOUNS = _listed(
    """
    second seconds minute minutes hour hours day days week weeks weekend month months quarter year years
    decade decades century centuries time times moment today yesterday tomorrow tonight morning afternoon
    evening night nights noon midnight spring summer fall autumn winter monday tuesday wednesday thursday
    friday saturday sunday january february march april may june july august september october november
    december jan. feb. mar. apr. jun. jul. aug. sept. oct. nov. dec. period
    """
)
"""Nouns that make a phrase an adverbial of time."""

TIME_ADVERBS = _listed(
    """
    now still already never then currently recently often always again previously soon first later longer
    eventually once earlier finally ever sometimes usually meanwhile annually daily weekly monthly yearly
    frequently immediately initially lately nowadays ago before early afterwards today yesterday tomorrow
    tonight
    """
)
PLACE_ADVERBS = _listed("here there everywhere somewhere anywhere nowhere nearby abroad overseas elsewhere")
DIRECTION_ADVERBS = _listed("away forward backward forwards backwards home")

TIME_PREPOSITIONS = _listed("during until till since after before following")
"""Prepositions that make an adverbial of time of whatever follows them."""

PLACE_PREPOSITIONS = _listed(
    "in at under among near inside outside around across within throughout behind beneath beside above below"
)
DIRECTION_PREPOSITIONS = _listed("into onto toward towards")
TIME_SUBORDINATORS = _listed("when whenever after before until till since once")
REASON_SUBORDINATORS = _listed("because")
OTHER_SUBORDINATORS = _listed("if although though while unless whereas even as lest provided")
"""Subordinators of adverbial clauses that say neither when nor why."""

MEASURES = _listed("% percent point points cent cents pence yen")
CHANGES = _listed(
    """
    rise rises rose risen rising fall falls fell fallen falling gain gained climb climbed drop dropped jump
    jumped slip slipped surge surged decline declined soar soared plunge plunged increase increased slid
    """
)
"""Verbs that say in which direction a figure goes; a measure behind them says how far."""

WH_FUNCTIONS = {"when": "TMP", "where": "LOC", "how": "MNR", "why": "PRP"}
"""What an interrogative or relative adverb asks for."""
