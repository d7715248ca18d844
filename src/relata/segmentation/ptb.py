"""Words in the manner of the Penn Treebank: clitics and punctuation apart, hyphens kept, exact offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from relata.document import Offsets


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


TITLES = _listed(
    """
    Mr Mrs Ms Messrs Dr Prof Rev Hon St Sr Sra Gen Lt Col Capt Cmdr Maj Sgt Gov Sen Rep Reps Sens Pres
    Supt Insp Mt Ft Mme Mlle Fr Br
    """
)
"""Abbreviations that a name follows: never the end of a sentence."""

_COUNTED = _listed(
    "No Nos no nos p pp P Pp vol Vol ch Ch fig figs Fig Figs sec Sec art Art eq Eq para c b d fl"
)
"""Abbreviations only before a number: "no." is a word otherwise."""

_OTHERS = _listed(
    """
    vs v cf e.g i.e eg ie viz al approx ca resp esp Jr Bros Co Corp Cos Inc Ltd Plc PLC Cie Pty Ave Blvd Rd
    Hwy Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat Ala Ariz
    Ark Calif Colo Conn Del Fla Ga Ill Ind Kan Ky La Md Mass Mich Minn Miss Mo Mont Neb Nev Okla Ore Pa Tenn
    Tex Va Vt Wash Wis Wyo Assn Assoc Dept Univ Inst etc est Est dept seq ed eds Ed Eds trans min max hr hrs
    tel Tel Ph Ph.D
    """
)

_SCANNER = re.compile(
    r"""
      (?P<web> (?:https?://|www\.)[^\s<>"“”]*[\w/] | [\w.+-]{1,64}@\w[\w-]*(?:\.[\w-]+)+ | [@\#]\w+ )
    | (?P<ellipsis> \.(?:\s?\.){2,} | …+ )
    | (?P<clitic> (?<!\w)['’](?:(?i:s|re|ve|ll|d|m|em|til|cause|tis|twas)\b | \d\ds?\b) )
    | (?P<number> (?:(?<!\w)[+-])?(?:\d+(?:[.,:/]\d+)+|\d+|(?<!\w)\.\d+)(?![^\W_]|[-/][^\W_]) )
    | (?P<money> \b(?:US|HK|NZ|A|C|S)?[$] | [£€¥] )
    | (?P<word> [^\W_](?:[^\W_]|[-&'’./+](?=[^\W_])|(?<=[A-Z])\+)*(?:[-](?=[,\s]))? )
    | (?P<dash> -{2,} | [–—] )
    | (?P<stop> [?!]+ )
    | (?P<quote> `` | '' )
    | (?P<rule> _+ | \*+ | =+ | ~+ )
    | (?P<other> \S )
    """,
    re.VERBOSE,
)

_CLITIC = re.compile(r"(?<=\w)(?:n['’]t|['’](?:s|re|ve|ll|d|m))$", re.IGNORECASE)
_FUSED = {"cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "lemme": 3, "gimme": 3}
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_RUN_ON = re.compile(r"(?<=[a-z]{2})\.(?=[A-Z][a-z])")


def words(text: str, begin: int, end: int) -> Iterator[Offsets]:
    """The offsets of the words between two offsets of a text."""
    position = begin
    while match := _SCANNER.search(text, position, end):
        first, last = match.span()
        if match.lastgroup == "word":
            if run_on := _RUN_ON.search(text, first, last):
                last = run_on.start()
            if _takes_stop(text, first, last, end):
                last += 1
            yield from _parts(text, first, last)
        else:
            yield first, last
        position = last


def _parts(text: str, first: int, last: int) -> Iterator[Offsets]:
    """A word, cut before its clitics or inside a fused form such as "cannot"."""
    word = text[first:last]
    if at := _FUSED.get(word.lower()):
        yield first, first + at
        yield first + at, last
    elif clitic := _CLITIC.search(word):
        yield from _parts(text, first, first + clitic.start())
        yield first + clitic.start(), last
    else:
        yield first, last


def _takes_stop(text: str, first: int, last: int, end: int) -> bool:
    """Whether the full stop after a word belongs to it."""
    if not text.startswith(".", last, end) or text.startswith("..", last, end):
        return False
    word, after = text[first:last], text[last + 1 : min(end, last + 24)]
    tail = word.rpartition("-")[2]
    if word in _COUNTED:
        return re.match(r"\s?\d", after) is not None
    if len(word) == 1 and word.isupper():
        return _is_initial(word, after)
    return tail in TITLES or tail in _OTHERS or _INITIALS.fullmatch(tail) is not None


def _is_initial(letter: str, after: str) -> bool:
    """Whether a capital with a stop opens a name ("J. Smith") and ends no sentence ("Plan B. The")."""
    following = re.match(r"\s?(\w[\w'’]*)(\.?)", after)
    if following is None:
        return False
    word, stop = following.groups()
    return word[0].isupper() and word not in STARTERS and not (letter == "I" and not stop)


STARTERS = _listed(
    """
    A About After Also Although An And Another Are Around As At Because Before Both But By Can Despite
    Did Do During Each Even Every Finally First For From Given Had Has Have He Her Here His How However
    I I'm If In Instead Is It It's Its Just Later Like Many Maybe Meanwhile More Moreover Most Mr My
    Nevertheless No Not Now Of On Once One Only Or Other Our Over Perhaps Rather Second She Since So
    Some Still Such That That's The Their Then There There's These They They're This Those Though Three
    Through Thus To Today Two Under Unlike Until Using Was We We're Well What When Where Whether Which
    While Who Why Will With Within Without Would Yes Yet You You're Your
    """
)
"""Words that, capitalised after an abbreviation, speak for a new sentence."""
