"""Irregular verbs of English: lemma, past tense, past participle; forms that are both stand once."""

from __future__ import annotations

from collections.abc import Iterator

_VERBS = """
abide abode | arise arose arisen | awake awoke awoken | bear bore borne | beat beat beaten
become became become | befall befell befallen | beget begot begotten | begin began begun | behold beheld
bend bent | bereave bereft | beseech besought | beset beset | bestride bestrode bestridden | bet bet
bid bid | bind bound | bite bit bitten | bleed bled | blow blew blown | break broke broken | breed bred
bring brought | broadcast broadcast | build built | burst burst | buy bought | cast cast | catch caught
choose chose chosen | cling clung | come came come | cost cost | creep crept | cut cut | deal dealt
dig dug | do did done | draw drew drawn | drink drank drunk | drive drove driven | dwell dwelt
eat ate eaten | fall fell fallen | feed fed | feel felt | fight fought | find found | flee fled
fling flung | fly flew flown | forbear forbore forborne | forbid forbade forbidden | forecast forecast
foresee foresaw foreseen | foretell foretold | forget forgot forgotten | forgive forgave forgiven
forgo forwent forgone | forsake forsook forsaken | freeze froze frozen | get got gotten | give gave given
go went gone | grind ground | grow grew grown | hang hung | have had | hear heard | hide hid hidden
hit hit | hold held | hurt hurt | inset inset | interweave interwove interwoven | keep kept | kneel knelt
know knew known | lay laid | lead led | leave left | lend lent | let let | lie lay lain | light lit
lose lost | make made | mean meant | meet met | mislead misled | misread misread | mistake mistook mistaken
misunderstand misunderstood | mow mowed mown | offset offset | outbid outbid | outdo outdid outdone
outgrow outgrew outgrown | outrun outran outrun | outsell outsold | overcome overcame overcome
overdo overdid overdone | overhang overhung | overhear overheard | override overrode overridden
overrun overran overrun | oversee oversaw overseen | oversell oversold | overtake overtook overtaken
overthrow overthrew overthrown | partake partook partaken | pay paid | prepay prepaid | put put | quit quit
read read | rebuild rebuilt | recast recast | redo redid redone | rend rent | repay repaid | reset reset
resell resold | retake retook retaken | rethink rethought | rewrite rewrote rewritten | rid rid
ride rode ridden | ring rang rung | rise rose risen | run ran run | saw sawed sawn | say said | see saw seen
seek sought | sell sold | send sent | set set | sew sewed sewn | shake shook shaken | shear sheared shorn
shed shed | shine shone | shoot shot | show showed shown | shrink shrank shrunk | shut shut
sing sang sung | sink sank sunk | sit sat | slay slew slain | sleep slept | slide slid | sling slung
slink slunk | slit slit | smite smote smitten | sow sowed sown | speak spoke spoken | speed sped
spend spent | spin spun | spit spat | split split | spread spread | spring sprang sprung | stand stood
steal stole stolen | stick stuck | sting stung | stink stank stunk | stride strode stridden
strike struck stricken | string strung | strive strove striven | sublet sublet | swear swore sworn
sweep swept | swell swelled swollen | swim swam swum | swing swung | take took taken | teach taught
tear tore torn | tell told | think thought | throw threw thrown | thrust thrust | tread trod trodden
undercut undercut | undergo underwent undergone | underlie underlay underlain | understand understood
undertake undertook undertaken | underwrite underwrote underwritten | undo undid undone | unwind unwound
uphold upheld | upset upset | wake woke woken | wear wore worn | weave wove woven | weep wept | wet wet
win won | wind wound | withdraw withdrew withdrawn | withhold withheld | withstand withstood | wring wrung
write wrote written
"""


def irregular_forms() -> Iterator[tuple[str, str, str]]:
    """Forms with tag and lemma."""
    for entry in _VERBS.replace("\n", " | ").split("|"):
        if words := entry.split():
            lemma, past, *rest = words
            yield past, "VBD", lemma
            yield (rest or [past])[0], "VBN", lemma
