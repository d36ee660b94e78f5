"""What the table screen prints: plain values made from a ledger and a form, so that templates need not compute."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import registry
from games.forms import CorrectionForm, OutcomeForm, Position
from games.game import Game
from games.scoring.codec import CORRECTION
from games.scoring.replay import ScoredHand
from games.scoring.types import Amounts, Line, Table
from scorekeeper.play.ledgers import PlayedHand, SessionLedger
from scorekeeper.play.models import Session
from scorekeeper.play.words import amount as plain
from scorekeeper.play.words import in_words as words
from scorekeeper.play.words import signed, tone

LATEST = 10
"""How many hands the table screen shows at first; the others are fetched on demand."""
OLDER = 50
"""How many older hands are fetched at a time."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's part of a hand: what it moved and where the total stood after it."""

    amount: str
    total: str
    tone: str
    total_tone: str


@dataclass(frozen=True, slots=True)
class Row:
    """One hand of the ledger; a voided one has no cells."""

    number: int
    dealer: str
    what: str
    note: str
    cells: tuple[Cell, ...]
    amended: bool
    voided: bool


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that are shown, printed, newest first; `older_than` is the number below which there are `left` more."""

    printed: SafeString
    older_than: int
    left: int


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's total, with what the hand being entered would move."""

    name: str
    total: str
    tone: str
    leads: bool
    deals: bool
    change: str = ""
    change_tone: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of a derivation: the sentence of the rules that it rests on, and what it moved."""

    label: str
    rule: str
    title: str
    sentence: str
    source: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class LaterChange:
    """A hand that would come out differently if another one were changed."""

    number: int
    what: str
    before: str
    after: str


def form_class(game: Game, call: object) -> type[OutcomeForm]:
    """The form that takes this call: the game's own, or the one for corrections."""
    return CorrectionForm if call == CORRECTION else game.form


def next_hand(ledger: SessionLedger) -> Position:
    """The position in which the next hand will be played."""
    return Position(rules=ledger.rules, table=ledger.table, state=ledger.state, number=ledger.next_number)


def hand_again(ledger: SessionLedger, number: int) -> Position:
    """The position in which a recorded hand was played."""
    return Position(rules=ledger.rules, table=ledger.table, state=ledger.state_before(number), number=number)


def position(position: Position) -> SafeString | str:
    """What the game carries on, printed: seats and roles, markers. Nothing for a game that carries nothing."""
    rules, table, now = position.rules, position.table, position.state
    game = registry.get(rules.slug)
    if not game.position_template:
        return ""
    state = rules.state_document(table, now)
    return render_to_string(
        game.position_template, {"state": state, "now": now, "names": table.players, "table": table}
    )


def fields(form: OutcomeForm) -> SafeString:
    """The game's own part of the form, printed.

    Mostly it is the form of a new hand, in which nothing is chosen yet. That depends on the table and the state alone,
    so it is printed once and kept.
    """
    if form.data or form.error:
        return _print_fields(form)
    table = form.table
    return _new_fields(
        Unkeyed(form),
        type(form),
        table.players,
        table.rules,
        *table.options.items(),
        form.expected.state,
        get_language(),
    )


class Unkeyed(Generic[T]):
    """What a kept function needs to do its work, while its other arguments say whether it was done before."""

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unkeyed)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=1000)
def _new_fields(form: Unkeyed[OutcomeForm], *_key: Hashable) -> SafeString:
    return _print_fields(form.value)


def _print_fields(form: OutcomeForm) -> SafeString:
    return render_to_string(form.template, {"form": form, "names": form.table.players})


@lru_cache(maxsize=10_000)
def _print_row(hand: Unkeyed[PlayedHand], table: Unkeyed[Table], slug: str, public_id: str, *_key: Hashable) -> str:
    row = _row(registry.get(slug), table.value, hand.value)
    return render_to_string("play/_row.html", {"public_id": public_id, "row": row, "columns": table.value.size + 1})


def _printed(session: Session, table: Table, hands: Iterable[PlayedHand]) -> Iterator[str]:
    """Rows of the ledger; most were printed before, and stay as they are while row and score of the hand do."""
    language, keyless = get_language(), Unkeyed(table)
    for hand in hands:
        moved = (hand.scored.entry.amounts, hand.scored.totals) if hand.scored else None
        key = (hand.pk, hand.voided, moved, table.players, language)
        yield _print_row(Unkeyed(hand), keyless, session.game, session.public_id, *key)


def _row(game: Game, table: Table, hand: PlayedHand) -> Row:
    names, scored = table.players, hand.scored
    return Row(
        number=hand.number,
        dealer="" if scored is None or scored.dealer is None else names[scored.dealer],
        what=words(game.describe(table, hand.raw), names),
        note=str(hand.raw.get("note", "")),
        cells=_cells(scored.entry.amounts, scored.totals) if scored else (),
        amended=hand.amended,
        voided=hand.voided,
    )


def _cells(amounts: Amounts, totals: Amounts) -> tuple[Cell, ...]:
    return tuple(
        [
            Cell(signed(amount), plain(total), tone(amount), tone(total))
            for amount, total in zip(amounts, totals, strict=True)
        ]
    )


def row(ledger: SessionLedger, number: int) -> Row:
    """One hand as the ledger says it."""
    return _row(registry.get(ledger.rules.slug), ledger.table, ledger.hand(number))


def rows(session: Session, ledger: SessionLedger, *, count: int = LATEST, before: int | None = None) -> Rows:
    """The latest hands, or the `count` hands before a number, newest first."""
    end = len(ledger.hands) if before is None else max(0, min(before - 1, len(ledger.hands)))
    start = max(0, end - count)
    printed = "".join(_printed(session, ledger.table, reversed(ledger.hands[start:end])))
    return Rows(mark_safe(printed), start + 1, start)  # noqa: S308 - put together from printed templates


def standings(ledger: SessionLedger, position: Position, scored: ScoredHand | None = None) -> list[Standing]:
    """The totals in seat order; with a hand in hand, what they would be after it."""
    totals = scored.totals if scored else ledger.totals
    moved = scored.entry.amounts if scored else None
    dealer = None if position.over else position.dealer
    return _standings(ledger.table.players, totals, moved, dealer=dealer)


def _standings(
    names: Sequence[str], totals: Amounts, moved: Sequence[int] | None, *, dealer: int | None = None
) -> list[Standing]:
    best = max(totals)
    return [
        Standing(
            name=name,
            total=plain(totals[seat]),
            tone=tone(totals[seat]),
            leads=min(totals) < best and totals[seat] == best,
            deals=seat == dealer,
            change=signed(moved[seat]) if moved else "",
            change_tone=tone(moved[seat]) if moved else "",
        )
        for seat, name in enumerate(names)
    ]


def result(form: OutcomeForm, scored: ScoredHand) -> str:
    """What a hand came to, in the words of the save button."""
    return words(form.result(scored), form.table.players)


def missing_words(form: OutcomeForm) -> str:
    """What is still to be tapped, as a list of words; before the first tap that need not be said."""
    if not form.data:
        return ""
    return ", ".join(words(name) for _group, name in form.missing)


def reasons(ledger: SessionLedger, scored: ScoredHand) -> list[Reason]:
    """The derivation of a hand, line by line."""
    return [_reason(ledger, line) for line in scored.entry.lines]


def in_counters(ledger: SessionLedger, amounts: Amounts) -> list[str]:
    """Amounts in the counters that lie on the table; nothing where the game has only one kind."""
    counters = registry.get(ledger.rules.slug).counters
    return [words(counters(ledger.table, amount)) for amount in amounts] if counters else []


def _reason(ledger: SessionLedger, line: Line) -> Reason:
    paragraph = ledger.rules.paragraphs[line.rule]
    return Reason(
        label=words(line.label, ledger.table.players),
        rule=line.rule,
        title=words(paragraph.title),
        sentence=words(paragraph.sentence),
        source=words(paragraph.source),
        cells=_cells(line.amounts, line.amounts),
    )


def said(ledger: SessionLedger, hand: PlayedHand) -> str:
    """What was just written, in a sentence: "Hand 12: Anne +198"."""
    if hand.scored is None:
        return _("Hand %(number)s is voided.") % {"number": hand.number}
    game = registry.get(ledger.rules.slug)
    form = form_class(game, hand.raw.get("call")).of_raw(hand_again(ledger, hand.number), hand.raw)
    return _("Hand %(number)s: %(result)s") % {"number": hand.number, "result": result(form, hand.scored)}


def change(ledger: SessionLedger, after: SessionLedger, number: int) -> dict[str, object]:
    """What a changed hand would change: the totals, and the later hands that come out differently, oldest first."""
    game, names = registry.get(ledger.rules.slug), ledger.table.players
    later = []
    for old, new in zip(ledger.hands[number:], after.hands[number:], strict=True):
        if old.scored and new.scored and _moved(old.scored) != _moved(new.scored):
            what = words(game.describe(ledger.table, old.raw), names)
            later.append(LaterChange(old.number, what, _in_short(names, old.scored), _in_short(names, new.scored)))
    moved = [new - old for old, new in zip(ledger.totals, after.totals, strict=True)]
    return {"later": later, "standings": _standings(names, after.totals, moved)}


def _moved(scored: ScoredHand) -> tuple[object, Amounts]:
    return scored.dealer, scored.entry.amounts


def _in_short(names: Sequence[str], scored: ScoredHand) -> str:
    moved = [f"{names[seat]} {signed(amount)}" for seat, amount in enumerate(scored.entry.amounts) if amount]
    dealer = [] if scored.dealer is None else [_("%(name)s deals") % {"name": names[scored.dealer]}]
    return ", ".join([*dealer, *moved])
