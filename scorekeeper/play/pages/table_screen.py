"""The contents of the table screen: plain values from a ledger and a form, so that templates need not compute."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import registry
from games.game import AfterHand, Game
from games.scoring.text import Amount, isolated
from games.scoring.types import CORRECTION, Amounts, Line, ScoredHand
from games.ui.forms import CorrectionForm, OutcomeForm, Position
from scorekeeper.play.formatting import NO_BREAK, Notation, joined_names, note_in_words, tone
from scorekeeper.play.formatting import in_words as words
from scorekeeper.play.ledger import PlayedHand, Progress, SessionLedger, StretchLedger, with_counted
from scorekeeper.play.models import Session
from scorekeeper.play.pages.tablet import side_of
from scorekeeper.web.memory_cache import Kept

LATEST = 10
"""Hands that the table screen shows at first; older ones are fetched on demand."""
OLDER = 50
"""Older hands fetched at a time."""
LONG = 5
"""Characters, minus sign included, from which a total is too long to fit beside others in large type."""
LONGER = 9
"""Characters from which at most three totals fit side by side on a phone."""

INDENTATION = re.compile(r"\n\s*")
BETWEEN_FIGURES = re.compile(r"(?<=\d) – (?=\d)")

_new_fields = Kept[SafeString](most=1000)
_rows = Kept[str](most=10_000)


@dataclass(frozen=True, slots=True)
class LedgerCell:
    """The part of a player or a side in a hand: the amount, and the total after it.

    `declares` marks whoever undertook the call.
    """

    amount: str
    total: str
    tone: str
    total_tone: str
    declares: bool = False


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One hand of the ledger; `cells` is empty if it is voided.

    In a game that settles several hands together, `marker` is how it stands after the hand. What the hand `settled` is
    a row of its own, and `before` are the cells of the hand, without what was settled.
    """

    number: int
    dealer: str
    what: str
    note: str
    cells: tuple[LedgerCell, ...]
    amended: bool
    voided: bool
    marker: str = ""
    settled: str = ""
    before: tuple[LedgerCell, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerRows:
    """Rendered rows of the ledger, newest first; there are `left` more hands with numbers below `older_than`.

    Above the latest is what the game has `beside` the total of each column.
    """

    html: SafeString
    older_than: int
    left: int
    beside: tuple[tuple[Column, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of totals: those in these places, who are one player or the players of a side, with their marks."""

    places: tuple[int, ...]
    names: tuple[str, ...]
    marks: tuple[int, ...]

    @property
    def name(self) -> str:
        return joined_names(self.names)


def columns_of(ledger: SessionLedger, stretch: StretchLedger) -> list[Column]:
    """Return the columns of a stretch, whose places are its seats."""
    return [_column(stretch, seats) for seats in ledger.columns(stretch)]


def _column(stretch: StretchLedger, seats: Sequence[int]) -> Column:
    names = tuple(stretch.table.players[seat] for seat in seats)
    return Column(tuple(seats), names, tuple(stretch.people[seat] for seat in seats))


def _columns_of_people(ledger: SessionLedger) -> list[Column]:
    """Return the columns of a whole session, whose places are those of its people."""
    return [
        Column(people, tuple(ledger.names[person] for person in people), people) for people in ledger.people_in_columns
    ]


def at_the_table(stretch: StretchLedger) -> str:
    """Return who plays a stretch: "Anne + Chloé – Bruno + David", or everybody's name if there are no sides."""
    players = stretch.table.players
    sides = [joined_names([players[seat] for seat in side]) for side in stretch.rules.sides(stretch.table)]
    return " – ".join(sides) or ", ".join(players)


def change_before(ledger: SessionLedger, stretch: StretchLedger) -> dict[str, Any]:
    """Return who left and who joined before a stretch and, if it is a further game, who plays it."""
    before = ledger.stretches[ledger.stretches.index(stretch) - 1]
    return {
        "left": ledger.left_at(stretch),
        "joined": ledger.joined_at(stretch),
        "next_game": at_the_table(stretch) if before.is_over else "",
    }


def _each(names: Sequence[str]) -> list[Column]:
    """Return a column for each of these people."""
    return [Column((person,), (name,), (person,)) for person, name in enumerate(names)]


@dataclass(frozen=True, slots=True)
class RunningPlayer:
    """A player with a running total, and the side of the tablet that the page is turned to for them, if it is."""

    name: str
    mark: int
    side: str


@dataclass(frozen=True, slots=True)
class RunningTotal:
    """The total of a player or a side; `change` is what a hand changes it by, or would."""

    name: str
    players: tuple[RunningPlayer, ...]
    total: str
    tone: str
    leads: bool
    deals: bool
    change: str = ""
    change_tone: str = ""
    place: str = ""
    """The place of one player at a tablet lying on the table; see `scorekeeper.play.pages.tablet`."""


@dataclass(frozen=True, slots=True)
class DerivationLine:
    """One line of a derivation, with its amounts and the sentence of the rules that it is based on.

    It is `starred` if a star in the label or the sentence marks something that no source states; a star in a player's
    name doesn't count.
    """

    label: str
    rule: str
    title: str
    sentence: str
    source: str
    cells: tuple[LedgerCell, ...]
    starred: bool


@dataclass(frozen=True, slots=True)
class LaterChange:
    """A hand whose score would differ if an earlier one were changed."""

    number: int
    what: str
    before: str
    after: str


def form_class(game: Game, call: object) -> type[OutcomeForm]:
    """Return the form for this call: the game's own, or the one for corrections."""
    return CorrectionForm if call == CORRECTION else game.form


def next_position(ledger: SessionLedger) -> Position:
    """Return the position in which the next hand will be played."""
    return Position(rules=ledger.rules, table=ledger.table, state=ledger.state, number=ledger.next_number)


def hand_again(ledger: SessionLedger, number: int) -> Position:
    """Return the position in which a recorded hand was played."""
    stretch = ledger.at(number)
    return Position(rules=stretch.rules, table=stretch.table, state=stretch.state_before(number), number=number)


def round_is_over(session: Session, ledger: SessionLedger, progress: Progress | None) -> bool:
    """Return whether the planned hands are played, and nobody has begun a further one on purpose."""
    return progress is not None and progress.is_over and not session.called and ledger.undone is None


def sits_out_in_words(position: Position) -> str:
    """Return who takes no part in the next hand; empty if everybody does."""
    players, out = position.table.players, position.sits_out
    others = ", ".join(players[seat] for seat in out if seat != position.dealer)
    if position.dealer not in out:
        return _("%(sits_out)s sits out") % {"sits_out": others} if out else ""
    if len(out) == 1:
        return _("The dealer sits out")
    return _("The dealer and %(sits_out)s sit out") % {"sits_out": others}


def below_heading(
    progress: Progress | None, sits_out: str, *, comes_next: bool = True, table_number: int | None = None
) -> str:
    """Return what is shown below the next hand and its dealer: the round and the table, and who sits out.

    The heading itself counts the hands, but if none `comes_next`, this says how many were played.
    """
    parts = [
        progress.round_in_words if progress else "",
        _("Table %(number)s") % {"number": table_number} if table_number else "",
        progress.hands_in_words if progress and not comes_next else "",
        sits_out,
    ]
    return f"{NO_BREAK}· ".join(filter(None, parts))  # a line ends after a point


def position_in_words(position: Position, notation: Notation) -> SafeString | str:
    """Render what the game carries from hand to hand, such as roles and markers; empty if it has no template for it."""
    table, now, template = position.table, position.state, registry.get(position.rules.slug).position_template
    if not template:
        return ""
    state = position.rules.state_document(table, now)
    context = {"state": state, "now": now, "names": table.players, "table": table, "notation": notation}
    return render_to_string(template, context)


def fields(form: OutcomeForm, notation: Notation, marks: tuple[int, ...]) -> SafeString:
    """Render the game's own part of the form, with the marks of the seats.

    Usually it is the form of a new hand with nothing chosen yet. That depends only on the table, the state without what
    is only counted, the marks, the notation and the language, so it is kept.
    """
    if form.data or form.error:
        return _render_fields(form, notation, marks)
    table, state = form.table, form.expected.state
    key = (
        notation,
        marks,
        type(form),
        table.players,
        table.rules,
        *table.options.items(),
        table.tariff and tuple(table.tariff.figures.items()),
        with_counted(state, dict.fromkeys(form.expected.rules.counted(state), ())),
        get_language(),
    )
    return _new_fields.get(key, lambda: _without_indentation(_render_fields(form, notation, marks)))


def _without_indentation(html: SafeString) -> SafeString:
    """Return HTML without indentation: it is kept, and every response with it has less to compress."""
    return mark_safe(INDENTATION.sub("\n", html))  # noqa: S308 - a rendered template


def _render_fields(form: OutcomeForm, notation: Notation, marks: tuple[int, ...]) -> SafeString:
    context = {"form": form, "names": form.table.players, "marks": marks, "notation": notation}
    return render_to_string(form.template, context)


def _rendered_rows(
    session: Session, ledger: SessionLedger, hands: Iterable[PlayedHand], notation: Notation
) -> Iterator[str]:
    """Render rows of the ledger, most of which are kept, with the changes of players below the hands that follow them.

    A row depends on the hand's row in the database, its score and the state after it.
    """
    language = get_language()
    for hand in hands:
        stretch, scored = ledger.at(hand.number), hand.scored
        score = (scored.entry.amounts, stretch.standing(scored.totals), scored.state) if scored else None
        names, columns = stretch.table.players, ledger.columns(stretch)

        def row(
            hand: PlayedHand = hand,
            stretch: StretchLedger = stretch,
            columns: Sequence[Sequence[int]] = columns,
        ) -> str:
            context = {
                "public_id": session.public_id,
                "row": _in_columns(_row(stretch, hand, notation), columns),
                "columns": len(columns) + 1,
            }
            return _without_indentation(render_to_string("play/_row.html", context))

        yield _rows.get((session.public_id, hand.pk, hand.voided, score, names, columns, notation, language), row)
        if hand.number == stretch.first_hand and hand.number > 1:
            yield _players_changed(ledger, stretch, notation)


def _players_changed(ledger: SessionLedger, stretch: StretchLedger, notation: Notation) -> str:
    """Render who left and joined before a stretch, and the names of those who played the hands below."""
    before = ledger.stretches[ledger.stretches.index(stretch) - 1]
    context = {
        "change": change_before(ledger, stretch),
        "columns": columns_of(ledger, before),
        "width": max(len(ledger.columns(before)), len(ledger.columns(stretch))) + 1,
        "notation": notation,
    }
    return render_to_string("play/_players_changed.html", context)


def _row(stretch: StretchLedger, hand: PlayedHand, notation: Notation) -> LedgerRow:
    game, table = registry.get(stretch.rules.slug), stretch.table
    names, scored = table.players, hand.scored
    after = game.after_hand(table, scored.state) if game.after_hand and scored else AfterHand()
    declarers = _declarers(stretch, hand)
    parts = _parts_of_amount(scored, declarers, notation) if scored and game.beside_total(table) else ""
    return LedgerRow(
        number=hand.number,
        dealer="" if scored is None or scored.dealer is None else names[scored.dealer],
        what=_unbroken(" · ".join(filter(None, [parts, words(game.describe(table, hand.raw), names, notation.words)]))),
        note=note_in_words(hand.raw.get("note", "")),
        cells=_cells(scored.entry.amounts, stretch.standing(scored.totals), notation, declarers) if scored else (),
        amended=hand.amended,
        voided=hand.voided,
        marker=_unbroken(words(after.marker, names)) if after.marker else "",
        settled=words(after.settled, names) if after.settled else "",
        before=_before(stretch, scored, notation) if scored and after.settled else (),
    )


def _parts_of_amount(scored: ScoredHand, declarers: Collection[int], notation: Notation) -> str:
    """Return the amounts that make up that of the declarer, such as "+72 +50"; empty if it is one."""
    amounts = [line.amounts[seat] for seat in declarers for line in scored.entry.lines if line.amounts[seat]]
    return " ".join(notation.words(Amount(amount, signed=True)) for amount in amounts) if len(amounts) > 1 else ""


def _unbroken(words: str) -> str:
    """Return words in which no line ends between two figures, such as 5 – 3."""
    return BETWEEN_FIGURES.sub(f"{NO_BREAK}–{NO_BREAK}", words)


def _in_columns(row: LedgerRow, columns: Sequence[Sequence[int]]) -> LedgerRow:
    """Return a row whose cells are those of the columns, each the players of a side or one of them."""
    return replace(row, cells=_in_each(row.cells, columns), before=_in_each(row.before, columns))


def _in_each(cells: Sequence[LedgerCell], columns: Sequence[Sequence[int]]) -> tuple[LedgerCell, ...]:
    if not cells:
        return ()
    return tuple(replace(cells[column[0]], declares=any(cells[seat].declares for seat in column)) for column in columns)


def _before(stretch: StretchLedger, scored: ScoredHand, notation: Notation) -> tuple[LedgerCell, ...]:
    """Return the cells of a hand as if it had settled nothing."""
    amounts, totals = scored.entry.amounts, stretch.standing(scored.totals)
    before = tuple([total - amount for total, amount in zip(totals, amounts, strict=True)])
    return _cells((0,) * len(totals), before, notation)


def _declarers(stretch: StretchLedger, hand: PlayedHand) -> frozenset[int]:
    """Return the seats that undertook the call of a hand; empty if it has none."""
    scored, rules = hand.scored, stretch.rules
    if scored is None or scored.dealer is None:
        return frozenset()
    outcome, before = scored.hand.outcome, stretch.state_before(hand.number)
    contests = rules.contests(stretch.table, before, outcome, scored.entry.amounts)
    return frozenset(
        seat for contest in contests if contest.call and contest.call not in rules.parts for seat in contest.side
    )


def _cells(
    amounts: Amounts, totals: Amounts, notation: Notation, declarers: Collection[int] = ()
) -> tuple[LedgerCell, ...]:
    return tuple(
        [
            LedgerCell(
                notation.signed(amount), notation.amount(total), tone(amount), _look(total), declares=seat in declarers
            )
            for seat, (amount, total) in enumerate(zip(amounts, totals, strict=True))
        ]
    )


def _look(total: int) -> str:
    """Return the CSS classes of a total: its tone, and `long` and `longer` for totals that need smaller type."""
    signs = len(str(total))
    return f"{tone(total)}{' long' * (signs >= LONG)}{' longer' * (signs >= LONGER)}"


def row(ledger: SessionLedger, number: int, notation: Notation) -> LedgerRow:
    """Return one hand as a row of the ledger."""
    return _row(ledger.at(number), ledger.hand(number), notation)


def rows(
    session: Session, ledger: SessionLedger, notation: Notation, *, count: int = LATEST, before: int | None = None
) -> LedgerRows:
    """Return the latest `count` hands, or those before the number `before`, newest first."""
    end = len(ledger.hands) if before is None else max(0, min(before - 1, len(ledger.hands)))
    start = max(0, end - count)
    html = "".join(_rendered_rows(session, ledger, reversed(ledger.hands[start:end]), notation))
    if before is None and not ledger.last.hands and len(ledger.stretches) > 1:
        html = _players_changed(ledger, ledger.last, notation) + html
    beside = _beside_totals(ledger, notation) if before is None else ()
    return LedgerRows(mark_safe(html), start + 1, start, beside)  # noqa: S308 - put together from rendered templates


def _beside_totals(ledger: SessionLedger, notation: Notation) -> tuple[tuple[Column, str], ...]:
    columns = columns_of(ledger, ledger.last)
    words = (beside_total(ledger, column.marks[0], ledger.totals[column.marks[0]], notation) for column in columns)
    return tuple((column, beside) for column, beside in zip(columns, words, strict=True) if beside)


def beside_total(ledger: SessionLedger, person: int, total: int, notation: Notation) -> str:
    """Return what the game has beside the total of a person of the session; empty if it has nothing there."""
    in_figures = registry.get(ledger.rules.slug).beside_total(ledger.table)
    if in_figures is None:
        return ""
    counted = {name: amounts[person] for name, amounts in ledger.come_to.counted.items()}
    return words(in_figures(total, counted), amounts=notation.words)


def standings(
    ledger: SessionLedger,
    position: Position,
    notation: Notation,
    scored: ScoredHand | None = None,
    *,
    tablet_seats: Sequence[str] = (),
    round_over: bool = False,
) -> tuple[RunningTotal, ...]:
    """Return the totals in seat order, after the hand `scored` if given; `tablet_seats` says where each sits.

    Partners who always have the same share one. Nobody is marked as the dealer if the round or the game is over.
    """
    last = ledger.last
    state, totals = (scored.state, scored.totals) if scored else (last.state, last.totals)
    totals = last.standing(totals)
    ranks = last.rules.ranks(last.table, last.counting_all(state), totals)
    amounts = scored.entry.amounts if scored else None
    dealer = None if round_over or position.over else position.dealer
    columns = columns_of(ledger, last)
    return _standings(columns, totals, ranks, amounts, notation, dealer=dealer, tablet_seats=tablet_seats)


def _standings(
    columns: Iterable[Column],
    totals: Amounts,
    ranks: Sequence[tuple[int, ...]],
    amounts: Sequence[int] | None,
    notation: Notation,
    *,
    dealer: int | None = None,
    tablet_seats: Sequence[str] = (),
) -> tuple[RunningTotal, ...]:
    running_totals = [
        RunningTotal(
            name=column.name,
            players=tuple(
                RunningPlayer(name, mark, side_of(tablet_seats[seat]).value if tablet_seats else "")
                for seat, name, mark in zip(column.places, column.names, column.marks, strict=True)
            ),
            total=notation.amount(totals[first]),
            tone=_look(totals[first]),
            leads=min(ranks) < max(ranks) == ranks[first],
            deals=dealer in column.places,
            change=notation.signed(amounts[first]) if amounts else "",
            change_tone=tone(amounts[first]) if amounts else "",
            place=tablet_seats[first] if tablet_seats and len(column.places) == 1 else "",
        )
        for column in columns
        for first in column.places[:1]
    ]
    return tuple(running_totals)


def result(form: OutcomeForm, scored: ScoredHand, notation: Notation) -> str:
    """Return the result of a hand, in the words of the save button."""
    return _unbroken(words(form.result(scored), form.table.players, notation.words))


def missing_words(form: OutcomeForm) -> str:
    """Return the names of the fields that are still missing, with commas; empty before the first tap."""
    if not form.data:
        return ""
    return ", ".join(words(name, form.table.players) for _group, name in form.missing)


def derivation(ledger: SessionLedger, number: int, notation: Notation) -> dict[str, Any]:
    """Return a hand as a row of the ledger with its derivation, line by line, as a template context.

    Partners share a column if they share one in the ledger and every line moves them by the same.
    """
    stretch, hand = ledger.at(number), ledger.hand(number)
    scored, columns = hand.scored, ledger.columns(stretch)
    lines = scored.entry.lines if scored else ()
    if any(len({line.amounts[seat] for seat in column}) > 1 for line in lines for column in columns):
        columns = tuple((seat,) for seat in stretch.table.seats)
    return {
        "names": [_column(stretch, column).name for column in columns],
        "row": _in_columns(_row(stretch, hand, notation), columns),
        "reasons": [_reason(stretch, line, columns, notation) for line in lines],
        "amounts": [scored.entry.amounts[column[0]] for column in columns] if scored else (),
    }


def _reason(stretch: StretchLedger, line: Line, columns: Sequence[Sequence[int]], notation: Notation) -> DerivationLine:
    paragraph, names = stretch.rules.paragraphs[line.rule], stretch.table.players
    sentence = words(paragraph.sentence)
    return DerivationLine(
        label=words(line.label, names, notation.words),
        rule=line.rule,
        title=words(paragraph.title),
        sentence=sentence,
        source=words(paragraph.source),
        cells=_in_each(_cells(line.amounts, line.amounts, notation), columns),
        starred="*" in words(line.label, [""] * len(names)) + sentence,
    )


def latest_in_words(ledger: SessionLedger, notation: Notation) -> str:
    """Return the message on the latest change, if it is one of a hand; otherwise it is empty."""
    number = ledger.latest.hand_number if ledger.latest else None
    return "" if number is None else hand_summary(ledger, number, notation)


def hand_summary(ledger: SessionLedger, number: int, notation: Notation, *, shown_as: int | None = None) -> str:
    """Return the message for a hand that was just recorded, changed or undone: "Hand 12: Anne +198".

    Pass `shown_as` if the page numbers the hand differently.
    """
    hand = ledger.hand(number) if number <= len(ledger.hands) else None
    number = shown_as or number
    if hand is None:
        return _("Hand %(number)s was undone.") % {"number": number}
    if hand.scored is None:
        return _("Hand %(number)s is voided.") % {"number": number}
    game = registry.get(ledger.rules.slug)
    form = form_class(game, hand.raw.get("call")).from_raw(hand_again(ledger, hand.number), hand.raw)
    return _("Hand %(number)s: %(result)s") % {"number": number, "result": result(form, hand.scored, notation)}


def change(
    ledger: SessionLedger, after: SessionLedger, notation: Notation, *, apart_from: int | None = None
) -> dict[str, object]:
    """Return what a change of hands would change, as a template context.

    `later` has the hands that would score differently, and `dealt_otherwise` how many would only have another dealer,
    without the one `apart_from` them that is changed; `standings` has the new totals of everybody.
    """
    game, later, dealt_otherwise = registry.get(ledger.rules.slug), [], 0
    afterwards = {hand.pk: hand for hand in after.hands}
    for old in ledger.hands:
        new = afterwards[old.pk]
        if old.scored is None or new.scored is None or old.number == apart_from:
            continue
        if old.scored.entry.amounts == new.scored.entry.amounts:
            dealt_otherwise += old.scored.dealer != new.scored.dealer
        else:
            table = ledger.at(old.number).table
            description = words(game.describe(table, old.raw), table.players, notation.words)
            before, then = (_in_short(table.players, scored, notation) for scored in (old.scored, new.scored))
            later.append(LaterChange(old.number, description, before, then))
    differences = [new - old for old, new in zip(ledger.totals, after.totals, strict=True)]
    columns = _columns_of_people(ledger) if after.has_sides else _each(ledger.names)
    return {
        "later": later,
        "dealt_otherwise": dealt_otherwise,
        "standings": _standings(columns, after.totals, after.come_to.ranks(after.totals), differences, notation),
    }


def exchange(ledger: SessionLedger, names: Sequence[str], notation: Notation) -> dict[str, object]:
    """Return the totals if people with these names had played in the places of those who did, as a template context."""
    before = dict(zip(ledger.names, ledger.totals, strict=True))
    differences = [total - before.get(name, 0) for name, total in zip(names, ledger.totals, strict=True)]
    ranks = ledger.come_to.ranks(ledger.totals)
    return {"standings": _standings(_each(names), ledger.totals, ranks, differences, notation)}


def _in_short(names: Sequence[str], scored: ScoredHand, notation: Notation) -> str:
    gains = [
        f"{isolated(names[seat])} {notation.words(Amount(amount, signed=True))}"
        for seat, amount in enumerate(scored.entry.amounts)
        if amount
    ]
    dealer = [] if scored.dealer is None else [_("%(name)s deals") % {"name": isolated(names[scored.dealer])}]
    return ", ".join([*dealer, *gains])
