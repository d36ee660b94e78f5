"""The hands of a sheet, how certain each of them is, and what has to be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.scoring.types import Amounts, ScoredHand, State
from games.ui.marked_sheet import MarkedSheet, Ticks
from scorekeeper.printing.marked_sheets.layout import IN_WORDS, seat_of_total, total
from scorekeeper.reading.decoder.evidence import empty_row, overruled
from scorekeeper.reading.decoder.search import RowStep, Search
from scorekeeper.reading.decoder.totals import TotalsSeen
from scorekeeper.reading.observations import BLANK, CLEAR, AnyNumberSeen, FreeNumberSeen, RowSeen

SURE = 0.995
"""Less likely hands are asked about."""

SURE_AMONG_ALIKE = 0.99
"""The same if all its alternatives score alike, so that no total can tell which of them it is."""

SURE_IN_SPITE = 0.9999
"""A hand at least this likely is confirmed by everything else, even if a box has ink where none belongs."""

LIKELY_SLIP = 0.2
"""A total that is not the sum was misread or is a slip; it is asked about if a slip is at least this likely."""

LIKELY_LAST_SLIP = 0.05
"""The same for the last total of a player, because no later one shows whether the sum was right."""

LIKELY = 0.5

MOST_OVERRULED = 1
"""How many numbers and ticks that are written in a row may look like something else than its hand, unasked."""

LOOKS_EMPTY = 5.5
"""If an empty row costs more than this, it isn't left out unseen, whatever else it may be."""

WORTH_NAMING = 0.01
"""Alternatives that are at least this likely are offered when a person is asked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadHand:
    """A hand of a sheet.

    * `row` counts the rows of the sheet from 0, and `state` is the one before the hand. `raw` is the hand, with players
      by seat, and `scored` its score; both are None if the hand is unknown, because it is written in words or
      unreadable. `sure` is its probability, and `alike` that of any hand with the same score.
    * `written` are the running totals on the sheet, by seat. `slips` are the seats with a wrong sum, each with the
      amount by which the sheet is too high from here on. `maybe_slips` are the seats of others that may be wrong.
    * `doubtful` are the fields that make it uncertain; `astray` are those with ink where none belongs; `against` are
      those that clearly say something else than the hand; `overruled` are those that by themselves look like something
      else, which the rules and the totals don't allow; in `overruled_writing` of them something is written.
    * `empty` is whether the row most likely holds no hand in spite of some ink; `doubtful` are then the fields with
      ink.
    * `in_words` is whether the box for a hand in words is ticked: the other boxes don't say everything.
    * `others` are other hands that it may be, the likeliest first. If the boxes clearly say a hand, but too many totals
      differ from those after it, it can't be told: it is the only one of these, and `slips` are those of its totals.
    """

    row: int
    state: State
    raw: Mapping[str, Any] | None
    scored: ScoredHand | None
    sure: float
    written: Mapping[int, int]
    slips: Mapping[int, int]
    alike: float = 0.0
    maybe_slips: tuple[int, ...] = ()
    doubtful: tuple[str, ...] = ()
    astray: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    overruled: tuple[str, ...] = ()
    overruled_writing: int = 0
    empty: bool = False
    in_words: bool = False
    others: tuple[Mapping[str, Any], ...] = ()

    @property
    def asked(self) -> bool:
        """Whether a person has to look at it before it is recorded.

        Ink where none belongs is only mentioned if the totals leave no doubt about the hand; and in the totals, if they
        are still those of the hand.
        """
        least = SURE_IN_SPITE if any(seat_of_total(name) is None for name in self.astray) else SURE
        sure = self.sure >= least or (self.sure >= SURE_AMONG_ALIKE and self.alike >= least == SURE)
        contradicted = self.slips or self.maybe_slips or self.against or self.overruled_writing > MOST_OVERRULED
        return self.raw is None or self.in_words or not sure or bool(contradicted)


def read_hands(
    sheet: MarkedSheet, state: State, totals: Amounts, rows: Sequence[RowSeen], offsets: Amounts = ()
) -> list[ReadHand]:
    """Read the rows of a sheet, starting from a state and totals; rows are left out only if they are surely empty.

    Up to the row after the last hand, the faintest mark may be a hand; further down, it is more likely dust, and rows
    that are struck out were not needed.
    """
    search = Search(sheet, state, totals, offsets)
    steps = search.read(rows)
    following = 1 + max((at for at, step in enumerate(steps) if not step.empty), default=-1)
    hands: list[ReadHand] = []
    for at, step in enumerate(steps):
        among = at <= following
        crossed_out = rows[at].struck and among
        if crossed_out or not _surely_empty(search, at, step, rows[at], most=BLANK if among else CLEAR):
            hands.append(_hand(search, at, step, steps[at + 1 :], rows[at]))
            if not rows[at].struck:
                following = max(following, at + 1)
    return hands


def _surely_empty(search: Search, at: int, step: RowStep, row: RowSeen, *, most: float) -> bool:
    """Return whether a row is empty; none of its boxes has ink with a probability above `most`."""
    looks_empty = row.ink <= most and empty_row(row) <= LOOKS_EMPTY
    return step.empty and looks_empty and not row.faint and _probability(search, at, step) >= SURE


def _probability(search: Search, at: int, chosen: RowStep) -> float:
    return min(1.0, sum(step.probability for step in search.steps(at) if step.key == chosen.key))


def _hand(search: Search, at: int, step: RowStep, later: Sequence[RowStep], row: RowSeen) -> ReadHand:
    written = {seat: number for seat, number in enumerate(step.writing.written) if number is not None}
    others = [
        other.raw
        for other in search.alternatives(at)
        if other.key != step.key and other.raw is not None and _probability(search, at, other) >= WORTH_NAMING
    ]
    slips = {seat: off for seat, off in _moved(step).items() if off}
    if step.raw is None and not step.empty and not others:
        others, slips = _contradicted(search, step, row)
    overruled_fields = dict(_overruled(search, step, row)) if step.raw is not None else {}
    tried = search.share_tried(at, step)
    return ReadHand(
        row=at,
        state=step.before.position.state,
        raw=step.raw,
        scored=step.scored,
        sure=tried * _probability(search, at, step),
        alike=tried * sum(other.probability for other in search.steps(at) if _scores_alike(other, step)),
        written=written,
        slips=slips,
        maybe_slips=tuple(_maybe_slips(search, at, step, later)),
        doubtful=tuple(_faint(row) if step.empty else _doubtful(search, at, step)),
        astray=tuple(_astray(search.sheet, row)),
        overruled=tuple(overruled_fields),
        overruled_writing=sum(overruled_fields.values()),
        empty=step.empty,
        in_words=row.in_words.ticked > LIKELY,
        others=tuple(others),
    )


def _contradicted(search: Search, step: RowStep, row: RowSeen) -> tuple[list[Mapping[str, Any]], dict[int, int]]:
    """Return the hand that the boxes of a row say, with its wrong totals; nothing unless only these contradict it."""
    position = step.before.position
    found = None if row.in_words.ticked > LIKELY else search.by_boxes(position, row)
    if found is None:
        return [], {}
    raw, scored = found
    expected = zip(search.sheet.running(scored), position.offsets, step.writing.written, strict=True)
    slips = {
        seat: written - total - offset
        for seat, (total, offset, written) in enumerate(expected)
        if written is not None and written != total + offset
    }
    return ([raw], slips) if slips else ([], {})


def _scores_alike(one: RowStep, other: RowStep) -> bool:
    """Return whether the hands of two steps score the same and leave the same state."""
    if one.scored is None or other.scored is None:
        return False
    return (one.scored.totals, one.scored.state) == (other.scored.totals, other.scored.state)


def _moved(step: RowStep) -> dict[int, int]:
    """Return by how much the error of the sheet grows in a row, for each seat."""
    before = step.before.position.offsets
    return {seat: now - then for seat, (now, then) in enumerate(zip(step.writing.offsets, before, strict=True))}


def _maybe_slips(search: Search, at: int, chosen: RowStep, later: Sequence[RowStep]) -> Iterator[int]:
    """Yield the seats whose totals are taken for the right sums but may be slips."""
    steps, offsets = search.steps(at), chosen.writing.offsets
    for seat, off in _moved(chosen).items():
        away = [step for step in steps if _moved(step)[seat] and step.writing.offsets[seat] != offsets[seat]]
        last = all(step.writing.written[seat] is None for step in later)
        least = LIKELY_LAST_SLIP if last else LIKELY_SLIP
        if not off and sum(step.probability for step in away) >= least:
            yield seat


def _doubtful(search: Search, at: int, chosen: RowStep) -> Iterator[str]:
    """Yield the fields and totals that have another value likely enough to ask about."""
    steps = search.steps(at)
    for field in search.fields:
        same = sum(step.probability for step in steps if step.marks.get(field.name) == chosen.marks.get(field.name))
        if same < SURE:
            yield field.name
    for seat, written in enumerate(chosen.writing.written):
        same = sum(step.probability for step in steps if step.writing.written[seat] == written)
        if same < SURE:
            yield total(seat)


def _faint(row: RowSeen) -> Iterator[str]:
    """Yield the fields in which there may be ink."""
    yield from dict.fromkeys(field for field, chance in row.inked() if chance > BLANK)


def _overruled(search: Search, step: RowStep, row: RowSeen) -> Iterator[tuple[str, bool]]:
    """Yield the fields and totals that look like something else, and whether anything is written there."""
    yield from overruled(search.fields, row, step.marks)
    totals = TotalsSeen(row.totals, search.table.size)
    yield from ((total(seat), is_written) for seat, is_written in totals.overruled(step.writing.written))


def _astray(sheet: MarkedSheet, row: RowSeen) -> Iterator[str]:
    for field in sheet.fields():
        if isinstance(field, Ticks):
            ticks = [row.ticks[field.name, box.key] for box in field.boxes]
            if any(tick.astray for tick in ticks) or sum(tick.ticked > CLEAR for tick in ticks) > field.most:
                yield field.name
        elif _any_astray(row.numbers[field.name]):
            yield field.name
    yield from (total(seat) for seat, number in row.totals.items() if _any_astray(number))
    if row.in_words.astray:
        yield IN_WORDS


def _any_astray(number: AnyNumberSeen) -> bool:
    if isinstance(number, FreeNumberSeen):
        return number.astray
    return any(place.astray for place in number.places)
