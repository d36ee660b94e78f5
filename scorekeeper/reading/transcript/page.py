"""The page for typing in a paper list, as plain values, so that its templates compute nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from games.notes import with_remarks
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from games.scoring.types import CORRECTION, Amounts, ScoredHand, Table
from games.ui.shorthand import ParsedLine, Shorthand
from scorekeeper.play.formatting import amount, in_words, note_in_words, signed, tone
from scorekeeper.play.ledger import PlayedHand, SessionLedger, StretchLedger
from scorekeeper.play.models import Session
from scorekeeper.play.pages import table_screen
from scorekeeper.reading.transcript.totals import END, Check, Written, compare
from scorekeeper.web.memory_cache import Kept

NOWHERE = -1
"""The row number of a voided hand, which is not on the paper."""

_rows = Kept[str](most=5000)


@dataclass(frozen=True, kw_only=True)
class TranscriptCell:
    """A player's cell in a row: the amount, the total, and the total on the paper; `same` is whether the two agree."""

    name: str
    gain: str
    gain_tone: str
    total: str
    total_tone: str
    written: str = ""
    same: bool = True


@dataclass(frozen=True, kw_only=True)
class TranscriptRow:
    """A typed hand, or the totals at the end.

    `number` is the row on the paper, `NOWHERE` for a voided hand; `hand` is the number of the hand. `parts` are
    sentences on new differences from the paper, to check in this row; `follows` are those on earlier ones that persist.
    """

    number: int
    hand: int = END
    what: str = ""
    note: str = ""
    voided: bool = False
    cells: Sequence[TranscriptCell] = ()
    parts: Sequence[str] = ()
    follows: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Transcript:
    """The rendered rows, and the differences between paper and app.

    `partings` has the number of the hand and a sentence for each new difference, in order. `left` says what follows
    from leaving the first one as it is. `agreeing` is the sentence to show if there is no difference.
    """

    rows: SafeString
    partings: Sequence[tuple[int, str]] = ()
    left: str = ""
    agreeing: str = ""


def shorthand_of(ledger: SessionLedger) -> Shorthand:
    """Return the shorthand for the next hand in the page's language."""
    shorthand = registry.get(ledger.rules.slug).shorthand
    return shorthand(ledger.rules, ledger.table, ledger.state, translation)


def raw_of(parsed: ParsedLine) -> dict[str, Any]:
    """Return the outcome to record, with remarks on what the line left open in its note."""
    raw = dict(parsed.raw or {})
    note = with_remarks(raw.get("note", ""), parsed.remarks)
    return {**raw, "note": note} if note else raw


def understood(ledger: SessionLedger, raw: dict[str, Any]) -> str:
    """Return a hand and its score in words; raise `RuleError` if it is refused."""
    game, names = registry.get(ledger.rules.slug), ledger.table.players
    scored = ledger.last.score(raw)
    form = game.form.from_raw(table_screen.next_position(ledger), raw)
    parts = {"what": in_words(game.describe(ledger.table, raw), names), "result": in_words(form.result(scored), names)}
    return _("%(what)s: %(result)s") % parts


def explain_refusal(shorthand: Shorthand, error: RuleError) -> str:
    return in_words(shorthand.in_words(error), shorthand.table.players)


# The rows


def row_of(ledger: SessionLedger, number: int) -> int:
    """Return the row of a hand on the paper, where voided hands have none; for one of those, the row it would have."""
    return 1 + sum(hand.scored is not None for hand in ledger.at(number).hands if hand.number < number)


@dataclass
class Running:
    """The running totals as the paper list has them."""

    shorthand: Shorthand
    totals: Amounts = field(init=False)

    def __post_init__(self) -> None:
        self.totals = (0,) * self.shorthand.table.size

    def after(self, hand: PlayedHand) -> tuple[Amounts, Amounts] | None:
        """Return the amounts of a hand and the totals after it, or None if it doesn't count."""
        return self.plus(hand.scored) if hand.scored else None

    def plus(self, scored: ScoredHand) -> tuple[Amounts, Amounts]:
        """Return the amounts of the next hand that counts, and the totals after it."""
        before, self.totals = self.totals, self.shorthand.running(scored)
        return tuple(now - then for now, then in zip(self.totals, before, strict=True)), self.totals


class PaperList:
    """The running totals of the hands of a stretch as the paper list has them, and those that are written on it.

    `sums` are the amounts and totals of each hand by its number, None for a voided one. `rows` are the rows of the
    hands that count; `on_paper` are the totals written after each row.
    """

    def __init__(self, ledger: StretchLedger, shorthand: Shorthand, written: Written) -> None:
        self._size = ledger.table.size
        self.running = Running(shorthand)
        self.sums = {hand.number: self.running.after(hand) for hand in ledger.hands}
        counting = [(number, sums) for number, sums in self.sums.items() if sums]
        self.rows = {number: row for row, (number, _sums) in enumerate(counting, 1)} | {END: END}
        self.on_paper = {self.rows[number]: totals for number, totals in written.items() if number in self.rows}
        self._after = [(row, totals) for row, (_number, (_gains, totals)) in enumerate(counting, 1)]

    @property
    def next_row(self) -> int:
        """The row of the next hand."""
        return len(self._after) + 1

    def checks(self, more: Sequence[tuple[int, Amounts]] = (), written: Written | None = None) -> list[Check]:
        """Compare the totals on the paper with the app's; also those `written` after `more` rows."""
        return compare([*self._after, *more], {**self.on_paper, **(written or {})})

    def offsets(self) -> Amounts:
        """Return by how much the last totals on the paper are higher than the app's."""
        off = {check.place: check.off for check in self.checks()}
        return tuple(off.get(place, 0) for place in range(self._size))


def transcript(session: Session, ledger: StretchLedger, paper: PaperList) -> Transcript:
    """Return all hands, compared with the totals on the paper."""
    hand_of = {row: number for number, row in paper.rows.items()}
    checks = paper.checks([(END, ledger.totals)])
    of_row: dict[int, tuple[Check, ...]] = {}
    for check in checks:
        of_row[check.number] = (*of_row.get(check.number, ()), check)
    names, end = ledger.table.players, of_row.get(END)
    same = (session.public_id, session.game, names, get_language())

    def rendered(number: int, sums: tuple[Amounts, Amounts] | None, hand: PlayedHand | None = None) -> str:
        """Return a row. Most are kept, since usually only the last one is new."""
        checked = of_row.get(number, ())
        key = (number, sums, checked, hand and (hand.pk, hand.voided), *same)
        return _rows.get(key, lambda: _render_row(session, ledger.table, number, sums, checked, hand))

    rows = [rendered(paper.rows.get(hand.number, NOWHERE), paper.sums[hand.number], hand) for hand in ledger.hands]
    if end:
        rows.append(rendered(END, ((0,) * len(names), ledger.totals)))
    parting = [check for check in checks if check.parts]
    return Transcript(
        rows=mark_safe("".join(rows)),  # noqa: S308 - put together from rendered templates
        partings=[(hand_of[check.number], _parted(names, check)) for check in parting],
        left=_if_left(checks, parting[0]) if parting else "",
        agreeing=_agreeing(len(checks)) if checks and not parting else "",
    )


def _render_row(
    session: Session,
    table: Table,
    number: int,
    sums: tuple[Amounts, Amounts] | None,
    checks: tuple[Check, ...],
    hand: PlayedHand | None,
) -> str:
    entry: dict[str, Any] = {}
    if hand:
        entry = {"hand": hand.number, "voided": hand.voided, **described(registry.get(session.game), table, hand.raw)}
    context = {
        "row": row_of_amounts(table.players, checks, sums, number=number, **entry),
        "public_id": session.public_id,
        "columns": table.size + 1,
    }
    return render_to_string("reading/_typed_row.html", context)


def described(game: Game, table: Table, raw: Mapping[str, Any]) -> dict[str, str]:
    """Return what a hand was and its note, in words."""
    # The description of a correction is its note.
    note = "" if raw.get("call") == CORRECTION else note_in_words(raw.get("note", ""))
    return {"what": in_words(game.describe(table, raw), table.players), "note": note}


def row_of_amounts(
    names: Sequence[str], checks: Iterable[Check], sums: tuple[Amounts, Amounts] | None, **entry: Any
) -> TranscriptRow:
    """Return a row with the amounts of a hand and the totals after it, compared with those on the paper."""
    by_place = {check.place: check for check in checks}
    cells = [
        TranscriptCell(
            name=name,
            gain=signed(gain) if gain else "",
            gain_tone=tone(gain),
            total=amount(total),
            total_tone=tone(total),
            written=amount(by_place[place].written) if place in by_place else "",
            same=place not in by_place or not by_place[place].off,
        )
        for place, (name, gain, total) in enumerate(zip(names, *sums, strict=True) if sums else ())
    ]
    parts = [_parted(names, check) for check in by_place.values() if check.parts]
    follows = [_following(names, check) for check in by_place.values() if check.follows]
    return TranscriptRow(cells=cells, parts=parts, follows=follows, **entry)


# In words


def _parted(names: Sequence[str], check: Check) -> str:
    values = {
        "number": check.number,
        "name": names[check.place],
        "written": amount(check.written),
        "here": amount(check.computed),
    }
    if check.number == END:
        return _("At the end: %(name)s has %(written)s on the sheet, %(here)s here.") % values
    return _("Hand %(number)s: %(name)s has %(written)s on the sheet, %(here)s here.") % values


def _following(names: Sequence[str], check: Check) -> str:
    values = {"name": names[check.place], "off": amount(abs(check.off)), "number": check.since}
    if check.off > 0:
        return _("%(name)s: the sheet is %(off)s higher from hand %(number)s on.") % values
    return _("%(name)s: the sheet is %(off)s lower from hand %(number)s on.") % values


def _if_left(checks: Sequence[Check], first: Check) -> str:
    """Return a sentence on where to look, depending on whether the player's next total agrees again."""
    later = [check for check in checks[checks.index(first) + 1 :] if check.place == first.place]
    if later and not later[0].off:
        return _("This player’s next total matches again. Check that this one was typed as it is on the sheet.")
    if first.number == END:
        return ""
    values = {"off": amount(abs(first.off)), "number": first.number, "agreed": first.agreed}
    if first.off > 0:
        warning = _("If you leave it, the sheet is %(off)s higher from hand %(number)s on.") % values
    else:
        warning = _("If you leave it, the sheet is %(off)s lower from hand %(number)s on.") % values
    if first.agreed is None:
        return warning
    return _("This player’s last matching total was at hand %(agreed)s.") % values + " " + warning


def _agreeing(count: int) -> str:
    words = ngettext(
        "%(count)s total on the sheet, and it matches.", "%(count)s totals on the sheet, and all match.", count
    )
    return words % {"count": count}


# The legend


@dataclass(frozen=True, kw_only=True)
class Legend:
    """The legend of the shorthand: its rules, its words with their meanings, and examples with their meanings.

    `has_undertaker` is whether the total of one player can be typed alone.
    """

    order: Sequence[str]
    words: Sequence[tuple[str, str]]
    examples: Sequence[tuple[str, str]]
    has_undertaker: bool


def legend(shorthand: Shorthand) -> Legend:
    names = shorthand.table.players
    return Legend(
        order=[in_words(sentence, names) for sentence in shorthand.order()],
        words=[(shorthand.usual(word), in_words(word.means, names)) for word in shorthand.words()],
        examples=_examples(shorthand),
        has_undertaker=shorthand.has_undertaker,
    )


def _examples(shorthand: Shorthand) -> list[tuple[str, str]]:
    """Return each example as if it were the first hand of the list; the second one has a total as well."""
    rules, table = shorthand.rules, shorthand.table
    first = type(shorthand)(rules, table, rules.opening(table), shorthand.translator)
    naming, describe = Naming(table.players, by_seat=True), registry.get(rules.slug).describe
    lines = []
    for place, line in enumerate(first.examples()):
        raw, total = first.read(line).raw or {}, ""
        seat = shorthand.undertaker(raw)
        if place == 1 and seat is not None:
            with suppress(RuleError):  # the example may use the player who sits out the first hand
                scored = score_hand(rules, table, first.state, (0,) * table.size, raw, naming)
                total = f" = {first.running(scored)[seat]}"
        lines.append((line + total, in_words(describe(table, raw), table.players)))
    return lines
