"""What cannot have happened in a hand of Doppelkopf, in the order in which the rules page lists it."""

from __future__ import annotations

from typing import NoReturn

from games.doppelkopf.hand import DOPPELKOEPFE, FUECHSE, SOLO, Outcome
from games.doppelkopf.tariff import AUGEN, Party
from games.scoring.errors import Code, RuleError
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber

FUCHS_NEEDS = (0, 13, 24)
"""The fewest Augen of a party that caught so many Füchse: an ace and at least a jack each, in one trick or two."""
DOPPELKOPF_NEEDS = 40
KARLCHEN_NEEDS, CAUGHT_NEEDS = 2, 4
"""The fewest Augen of a party whose jack took the last trick, and of one that caught a jack with another card."""


def refuse_players(outcome: Outcome, sits_out: tuple[SeatNumber, ...]) -> None:
    """Refuse other than two players for Re, and a soloist who sits out."""
    if outcome.call != SOLO:
        if len(outcome.re) != 2:
            raise RuleError(Code.TOTAL, "re", _("Re has two players, not {given}.", given=len(outcome.re)))
    elif outcome.declarer is not None and outcome.declarer in sits_out:
        message = _("{player} sits this hand out.", player=SeatName(outcome.declarer))
        raise RuleError(Code.NOT_PLAYING, "declarer", message)


def refuse_impossible(outcome: Outcome, solos: tuple[SeatNumber, ...]) -> None:
    """Refuse what the cards can't have given, and a second Pflichtsolo of a player; `solos` have played theirs."""
    if outcome.augen in (1, AUGEN - 1):
        _refuse("augen", _("No card is worth 1, so a party can’t have 1 or 239 Augen."))
    if outcome.schwarz and outcome.augen not in (0, AUGEN):
        _refuse("schwarz", _("A party without a trick has no Augen: Re has 0 or 240."))
    if outcome.fuchs_re + outcome.fuchs_kontra > FUECHSE[0].together:
        _refuse("fuchs_kontra", _("There are only two Füchse."))
    if outcome.doppelkopf_re + outcome.doppelkopf_kontra > DOPPELKOEPFE[0].together:
        _refuse("doppelkopf_kontra", _("Sixteen aces and tens make at most four Doppelköpfe."))
    fuechse = {Party.RE: outcome.fuchs_re, Party.KONTRA: outcome.fuchs_kontra}
    doppelkoepfe = {Party.RE: outcome.doppelkopf_re, Party.KONTRA: outcome.doppelkopf_kontra}
    for party, number in fuechse.items():
        _refuse_fewer(outcome, party, FUCHS_NEEDS[number], f"fuchs_{party}")
    for party, number in doppelkoepfe.items():
        _refuse_fewer(outcome, party, DOPPELKOPF_NEEDS * number, f"doppelkopf_{party}")
    if outcome.karlchen:
        _refuse_fewer(outcome, outcome.karlchen, KARLCHEN_NEEDS, "karlchen")
    if caught_by := outcome.karlchen_gefangen:
        _refuse_fewer(outcome, caught_by, CAUGHT_NEEDS, "karlchen_gefangen")
        if outcome.karlchen not in (None, caught_by):
            _refuse("karlchen_gefangen", _("The party that catches a Karlchen takes the last trick itself."))
    if outcome.pflicht and outcome.declarer in solos:
        _refuse("pflicht", _("{player} has already played a Pflichtsolo.", player=SeatName(outcome.declarer)))


def _refuse_fewer(outcome: Outcome, party: Party, needed: int, field: str) -> None:
    if outcome.augen_of(party) < needed:
        given = outcome.augen_of(party)
        _refuse(field, _("That takes at least {needed} Augen; this party has {given}.", needed=needed, given=given))


def _refuse(field: str, message: Text) -> NoReturn:
    raise RuleError(Code.IMPOSSIBLE, field, message)
