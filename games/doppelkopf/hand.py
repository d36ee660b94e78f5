"""What is recorded of a hand of Doppelkopf: the Re party, its Augen, what was said, and special points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from games.doppelkopf.tariff import ABSAGEN, AUGEN, PARTY_NAMES, SPECIAL_NAMES, STEPS, TO_WIN, Party, Said
from games.scoring.fields import Fields, read_known
from games.scoring.hand import LOST, Answer, Call, Flag, Hand, Item, OneOf, Player, Players, Points, Times, without_one
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table

FIVE = 5
NORMAL, SOLO, ARMUT = "normal", "solo", "armut"
WHO = "who"
"""The boxes in which the players of Re are ticked, or the soloist."""
CALL_NAMES: Mapping[str, Text] = {NORMAL: _("Normal game"), SOLO: Text("Solo"), ARMUT: Text("Armut")}


class Outcome(NamedTuple):
    """The outcome of one deal. Fields that the call doesn't take have their default."""

    call: str
    re: tuple[SeatNumber, ...] = ()
    declarer: SeatNumber | None = None
    augen: int = 0
    re_announced: Said | None = None
    kontra_announced: Said | None = None
    schwarz: bool = False
    fuchs_re: int = 0
    fuchs_kontra: int = 0
    doppelkopf_re: int = 0
    doppelkopf_kontra: int = 0
    karlchen: Party | None = None
    karlchen_gefangen: Party | None = None
    extra_re: int = 0
    extra_kontra: int = 0
    pflicht: bool = False
    bock: int = 0

    @property
    def re_party(self) -> tuple[SeatNumber, ...]:
        return self.re if self.declarer is None else (self.declarer,)

    def augen_of(self, party: Party) -> int:
        return self.augen if party is Party.RE else AUGEN - self.augen

    def said_by(self, party: Party) -> Said | None:
        return self.re_announced if party is Party.RE else self.kontra_announced

    def number(self, name: str, party: Party) -> int:
        """Return how many of something a party had, such as caught Füchse."""
        number: int = getattr(self, f"{name}_{party}")
        return number


# Who wins


def absagen(said: Said | None) -> tuple[Said, ...]:
    """Return the Absagen that a party said, with the lower ones that are in the highest (TSR 6).

    >>> [str(absage) for absage in absagen(Said.KEINE_60)], absagen(Said.RE), absagen(None)
    (['keine_90', 'keine_60'], (), ())
    """
    return ABSAGEN[: ABSAGEN.index(said) + 1] if said in ABSAGEN else ()


def is_kept(outcome: Outcome, party: Party) -> bool:
    """Return whether a party kept its highest Absage: fewer Augen for the other one than it says (TSR 7.1.2, 7.1.3)."""
    step, augen = len(absagen(outcome.said_by(party))) - 1, outcome.augen_of(party.other)
    return augen < STEPS[step] if step < len(STEPS) else augen == 0 and outcome.schwarz


def winner(outcome: Outcome) -> Party | None:
    """Return the party that won, or None if both missed their Absagen (TSR 7.1).

    >>> [winner(Outcome("normal", augen=120, kontra_announced=said)) for said in (None, Said.KONTRA)]
    [<Party.KONTRA: 'kontra'>, <Party.RE: 're'>]
    """
    obliged = [party for party in Party if absagen(outcome.said_by(party))]
    kept = [party for party in obliged if is_kept(outcome, party)]
    if kept:
        return kept[0]
    if obliged:
        return obliged[0].other if len(obliged) == 1 else None
    only_kontra = outcome.kontra_announced is not None and outcome.re_announced is None
    return Party.RE if outcome.augen + only_kontra > TO_WIN else Party.KONTRA


def _decided(raw: Mapping[str, Any]) -> Outcome | None:
    """Return what decides who wins; None while the Augen of Re are missing or impossible."""
    known = read_known(_DECIDING, raw)
    return None if known is None else Outcome("", **known)


def _meaning(raw: Mapping[str, Any], _is_of_kontra: bool) -> Text | str:
    """Return Kontra's Augen and who wins with what was said, if that is known."""
    outcome = _decided(raw)
    if outcome is None:
        return ""
    won_by = winner(outcome)
    result = _("{party} wins", party=PARTY_NAMES[won_by]) if won_by else _("nobody wins")
    return Text("Kontra {augen} · {result}", {"augen": outcome.augen_of(Party.KONTRA), "result": result})


def _verdict(raw: Mapping[str, Any]) -> Text | None:
    """Return whether Re lost, which its Augen say with what was announced."""
    outcome = _decided(raw)
    return LOST if outcome and winner(outcome) is Party.KONTRA else None


# The declaration


def _announced(party: Party, ansage: Said, short: str) -> OneOf:
    """Return what a party said. The chips and spellings of Absagen have the number alone, as people say it."""
    name = PARTY_NAMES[party]
    answers = [Answer(ansage, name, _("{what} announced", what=name), Text(short), box=BOXES[party])]
    for absage in ABSAGEN:
        number = absage.value.removeprefix("keine_")
        what = Text("{party} {absage}", {"party": name, "absage": Text(absage.value.replace("_", " "))})
        spelled = Text(party.value[0] + (number if number.isdigit() else number[0]))
        box = "S" if absage is Said.SCHWARZ else number
        answers.append(Answer(absage, Text(number), _("{what} announced", what=what), spelled, box=box))
    return OneOf(f"{party}_announced", _("{party} said", party=name), answers=tuple(answers))


def _of_party(name: str, letter: str, *, rare: bool = False, agrees_with: str = "") -> OneOf:
    """Return a special point that one of the parties made, which must be the party of another one, if that was made."""
    label, answers = SPECIAL_NAMES[name], []
    for party, words in PARTY_NAMES.items():
        short, never_with = Text(letter + party.value[0]), (f"{agrees_with}={party.other}",) if agrees_with else ()
        answers.append(Answer(party, words, _of(label, party), short, never_with=never_with, box=BOXES[party]))
    return OneOf(name, label, answers=tuple(answers), rare=rare)


def _of_parties(
    name: str, letter: str, label: Text, *, high: int, together: int, rare: bool = False
) -> tuple[Times, ...]:
    """Return how many of something each party had."""
    return tuple(
        Times(
            f"{name}_{party}",
            _of(label, party),
            _of(label, party),
            head=Text(BOXES[party]),
            box=name,
            rare=rare,
            numbers=range(1, high + 1),
            together=together,
            other=f"{name}_{party.other}",
            short=Text(letter + party.value[0]),
        )
        for party in Party
    )


def _of(what: Text, party: Party) -> Text:
    return Text("{what} {party}", {"what": what, "party": PARTY_NAMES[party]})


BOXES: Mapping[Party, str] = {Party.RE: "Re", Party.KONTRA: "Ko"}
"""The parties, on the heads of boxes."""

RE = Players("re", Text("Re"), Text("Re"), typed=_("the two Re players"), number=2, one=_("Re: {players}"))
SOLOIST = Player("declarer", _("Soloist"), _("soloist"), called=True, checked_later=True, box=WHO)
PFLICHT = Flag("pflicht", Text("Pflichtsolo"), Text("Pflichtsolo"), head=Text("P"), short=Text("p pflicht"))
AUGEN_OF_RE = Points(
    "augen",
    _("Augen of Re"),
    Text("Augen"),
    head=Text("Augen"),
    typed=_("the Augen of Re"),
    total=AUGEN,
    one=Text("{points} Augen"),
    limits=without_one(AUGEN),
    means=_meaning,
    judged=_verdict,
)
RE_ANNOUNCED = _announced(Party.RE, Said.RE, "re")
KONTRA_ANNOUNCED = _announced(Party.KONTRA, Said.KONTRA, "ko kontra")
NO_TRICK = Flag("schwarz", _("No trick at all?"), _("no trick at all"), head=Text("0"), short=Text("sw schwarz"))
FUECHSE = _of_parties("fuchs", "f", SPECIAL_NAMES["fuchs"], high=2, together=2)
DOPPELKOEPFE = _of_parties("doppelkopf", "d", SPECIAL_NAMES["doppelkopf"], high=4, together=4)
KARLCHEN = _of_party("karlchen", "c")
CAUGHT = _of_party("karlchen_gefangen", "g", rare=True, agrees_with="karlchen")
EXTRA = _of_parties("extra", "x", _("Other points"), high=9, together=18, rare=True)
BOCK = Times("bock", Text("Bock"), Text("Bock"), head=Text("B"), rare=True, numbers=range(1, 4), short=Text("b bock"))
_DECIDING = Fields(field for item in (AUGEN_OF_RE, RE_ANNOUNCED, KONTRA_ANNOUNCED, NO_TRICK) for field in item.fields)
"""The fields that say who wins."""


@cache
def hand_of(rules: str, *, pflichtsolo: bool, bock: bool) -> Hand:
    """Return what is recorded of a hand by a rule set, with these options."""
    is_home = rules == "home"
    result: tuple[Item, ...] = (AUGEN_OF_RE, RE_ANNOUNCED, KONTRA_ANNOUNCED, NO_TRICK)
    special: tuple[Item, ...] = (*FUECHSE, *DOPPELKOEPFE, KARLCHEN, *((CAUGHT, *EXTRA) if is_home else ()))
    of_solo, of_all = ((PFLICHT,) if pflichtsolo else ()), ((BOCK,) if bock else ())
    partners = (RE, *result, *special, *of_all)
    calls = (
        Call(NORMAL, CALL_NAMES[NORMAL], _("n normal"), "N", partners, chip=_("Normal"), said=Text("")),
        Call(SOLO, CALL_NAMES[SOLO], Text("s solo"), "S", (SOLOIST, *result, *of_solo, *of_all)),
    )
    hand = Hand(
        by="declarer",
        legend=_("The game"),
        missing=_("game"),
        starts_with=NORMAL,
        template="doppelkopf/_form.html",
        calls=calls,
    )
    if not is_home:
        return hand
    armut = Call(ARMUT, CALL_NAMES[ARMUT], Text("a armut"), "A", partners)
    folded = _("Bock, other points, dealer, note") if bock else _("Other points, dealer, note")
    return replace(hand, calls=(*calls, armut), folded=folded)


def with_bock(table: Table) -> bool:
    """Return whether hands can set off Bock rounds at this table."""
    return table.options.get("bock", "none") != "none"
