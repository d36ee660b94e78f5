"""What a hand of Doppelkopf is worth to the Re party, line by line, before it is shared out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.doppelkopf import tariff
from games.doppelkopf.hand import NORMAL, SOLO, Outcome, absagen, winner
from games.doppelkopf.tariff import PARTY_NAMES, Party
from games.scoring.tariffs import Figures
from games.scoring.text import Amount, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Table

PLUS_TWO = "plus_two"
"""The option by which Re and Kontra add points, as by the tournament rules, and double nothing."""


class Part(NamedTuple):
    """A reason for some points, and how many they are."""

    points: int
    words: Text


class Value(NamedTuple):
    """A line of the value to Re: the paragraph of its rule, its label, and what it adds."""

    rule: str
    label: Text
    points: int


# The points


def game_parts(figures: Figures, outcome: Outcome, won_by: Party, *, with_announcements: bool) -> Iterator[Part]:
    """Yield the points of the winner (TSR 7.2.2); announcements have points only in some rules."""
    yield Part(figures[tariff.GAME, tariff.WON, tariff.POINTS], _("won"))
    yield from _below(figures, outcome, won_by.other)
    if outcome.schwarz and outcome.augen_of(won_by.other) == 0:
        yield Part(figures[tariff.GAME, tariff.NO_TRICK, tariff.POINTS], Text("schwarz"))
    for party in Party:
        if with_announcements and outcome.said_by(party):
            yield Part(figures[tariff.GAME, tariff.ANNOUNCED, tariff.POINTS], PARTY_NAMES[party])
    for party in Party:
        said = absagen(outcome.said_by(party))
        if said:
            words = _("Absagen of {party}", party=PARTY_NAMES[party])
            yield Part(len(said) * figures[tariff.GAME, tariff.ABSAGE, tariff.POINTS], words)
    for party in Party:
        yield from _reached(figures, outcome, party)


def _below(figures: Figures, outcome: Outcome, party: Party) -> Iterator[Part]:
    """Yield the steps below which a party stayed: 90, 60, 30."""
    below = [step for step in tariff.STEPS if outcome.augen_of(party) < step]
    if below:
        words = _("{party} below {step}", party=PARTY_NAMES[party], step=below[-1])
        yield Part(len(below) * figures[tariff.GAME, tariff.BELOW, tariff.POINTS], words)


def _reached(figures: Figures, outcome: Outcome, party: Party) -> Iterator[Part]:
    """Yield what a party reached against the Absagen of the other."""
    against = tariff.REACHED_AGAINST[: len(absagen(outcome.said_by(party.other)))]
    reached = [augen for augen in against if outcome.augen_of(party) >= augen]
    if reached:
        words = _("reached against Absagen of {party}", party=PARTY_NAMES[party.other])
        yield Part(len(reached) * figures[tariff.GAME, tariff.REACHED, tariff.POINTS], words)


def special_parts(figures: Figures, outcome: Outcome, won_by: Party | None, party: Party) -> Iterator[Part]:
    """Yield the special points of a party (TSR 7.2.3)."""
    found = {
        tariff.AGAINST_THE_OLD: outcome.call == NORMAL and party is won_by is Party.KONTRA,
        tariff.FUCHS: outcome.number(tariff.FUCHS, party),
        tariff.DOPPELKOPF: outcome.number(tariff.DOPPELKOPF, party),
        tariff.KARLCHEN: outcome.karlchen is party,
        tariff.CAUGHT: outcome.karlchen_gefangen is party,
    }
    for row, number in found.items():
        if number:
            yield Part(number * figures[tariff.SPECIAL, row, tariff.POINTS], tariff.SPECIAL_NAMES[row])
    if extra := outcome.number("extra", party):
        yield Part(extra, _("other points"))


# The lines


def values(table: Table, outcome: Outcome, *, factor: int) -> Iterator[Value]:
    """Yield the lines that add up to the value of a hand for Re, of which some may be worth 0.

    `factor` is that of the Bock rounds, which multiplies everything.
    """
    won_by, announcements = winner(outcome), table.options.get("announcements", PLUS_TWO)
    game = _game_value(table.figures, outcome, won_by, with_announcements=announcements == PLUS_TWO)
    yield game
    special = 0
    if outcome.call != SOLO:
        parts = {party: list(special_parts(table.figures, outcome, won_by, party)) for party in Party}
        special = _points(parts[Party.RE]) - _points(parts[Party.KONTRA])
        yield Value("special-points", _both(parts), special)
    total = game.points + special
    said = [party for party in Party if outcome.said_by(party)]
    if won_by and announcements != PLUS_TWO:
        doubled = total if announcements == "double" else game.points
        times = 2 ** len(said)
        parties = joined([PARTY_NAMES[party] for party in said])
        label = _("{parties} announced: {points} × {times}", parties=parties, points=doubled, times=times)
        yield Value("announcements", label, doubled * (times - 1))
        total += doubled * (times - 1)
    yield Value("bock", _("Bock: {points} × {times}", points=total, times=factor), total * (factor - 1))


def _game_value(figures: Figures, outcome: Outcome, won_by: Party | None, *, with_announcements: bool) -> Value:
    if won_by is None:
        parts = {p: [*_below(figures, outcome, p.other), *_reached(figures, outcome, p)] for p in Party}
        points = _points(parts[Party.RE]) - _points(parts[Party.KONTRA])
        return Value("nobody", _("Nobody won. {points}", points=_both(parts)), points)
    of_winner = list(game_parts(figures, outcome, won_by, with_announcements=with_announcements))
    points = _points(of_winner)
    return Value("game-value", _of(won_by, of_winner), points if won_by is Party.RE else -points)


def _points(parts: list[Part]) -> int:
    return sum([part.points for part in parts])


def _both(parts: dict[Party, list[Part]]) -> Text:
    of_each = [_of(party, of_party) for party, of_party in parts.items() if of_party]
    return _("{first}; {second}", first=of_each[0], second=of_each[1]) if len(of_each) == 2 else joined(of_each)


def _of(party: Party, parts: list[Part]) -> Text:
    """Return the points of a party: "Re: 1 won + 2 Re"."""
    points = [Text("{points} {words}", {"points": Amount(part.points), "words": part.words}) for part in parts]
    return _("{party}: {points}", party=PARTY_NAMES[party], points=joined(points, by=" + "))
