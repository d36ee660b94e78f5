"""The contents of the table screen: plain values from a ledger and a form, so that templates need not compute."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

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
from scorekeeper.play.ledger import PlayedHand, RoundProgress, SessionLedger, StretchLedger
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
LONG_NAME = 9
"""Characters of a name that may take two lines above its total."""

INDENTATION = re.compile(r"\n\s*")

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
    """Rendered rows of the ledger, newest first; there are `left` more hands with numbers below `older_than`."""

    html: SafeString
    older_than: int
    left: int


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

    @property
    def has_long_name(self) -> bool:
        """Whether the name needs smaller type above the total."""
        return len(self.name) >= LONG_NAME


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


def round_is_over(session: Session, ledger: SessionLedger, progress: RoundProgress | None) -> bool:
    """Return whether the planned hands of a round are played, and nobody has begun a further one on purpose."""
    return progress is not None and progress.is_over and not session.called and ledger.undone is None


def below_heading(
    progress: RoundProgress | None, *, dealer: str | None, sits_out: str | None, table_number: int | None = None
) -> str:
    """Return what is shown below the next hand and its dealer: how far the table is in its round, and who sits out."""
    parts = [
        progress.round_in_words if progress else "",
        _("Table %(number)s") % {"number": table_number} if table_number else "",
        progress.hands_in_words if progress else "",
    ]
    if sits_out is not None:
        parts.append(
            _("The dealer sits out") if sits_out == dealer else _("%(sits_out)s sits out") % {"sits_out": sits_out}
        )
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

    Usually it is the form of a new hand with nothing chosen yet. That depends only on the table, the state, the marks,
    the notation and the language, so it is kept.
    """
    if form.data or form.error:
        return _render_fields(form, notation, marks)
    table = form.table
    key = (
        notation,
        marks,
        type(form),
        table.players,
        table.rules,
        *table.options.items(),
        table.tariff and tuple(table.tariff.figures.items()),
        form.expected.state,
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
        "left": ledger.left_at(stretch),
        "joined": ledger.joined_at(stretch),
        "columns": columns_of(ledger, before),
        "width": max(len(ledger.columns(before)), len(ledger.columns(stretch))) + 1,
        "notation": notation,
    }
    return render_to_string("play/_players_changed.html", context)


def _row(stretch: StretchLedger, hand: PlayedHand, notation: Notation) -> LedgerRow:
    game, table = registry.get(stretch.rules.slug), stretch.table
    names, scored = table.players, hand.scored
    after = game.after_hand(table, scored.state) if game.after_hand and scored else AfterHand()
    return LedgerRow(
        number=hand.number,
        dealer="" if scored is None or scored.dealer is None else names[scored.dealer],
        what=words(game.describe(table, hand.raw), names, notation.words),
        note=note_in_words(hand.raw.get("note", "")),
        cells=_cells(scored.entry.amounts, stretch.standing(scored.totals), notation, _declarers(stretch, hand))
        if scored
        else (),
        amended=hand.amended,
        voided=hand.voided,
        marker=words(after.marker, names) if after.marker else "",
        settled=words(after.settled, names) if after.settled else "",
        before=_before(stretch, scored, notation) if scored and after.settled else (),
    )


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
    return LedgerRows(mark_safe(html), start + 1, start)  # noqa: S308 - put together from rendered templates


def standings(
    ledger: SessionLedger,
    position: Position,
    notation: Notation,
    scored: ScoredHand | None = None,
    *,
    tablet_seats: Sequence[str] = (),
    round_over: bool = False,
    facing: bool = False,
) -> tuple[RunningTotal, ...]:
    """Return the totals in seat order, after the hand `scored` if given; `tablet_seats` says where each sits.

    Partners who always have the same share one, unless the totals are `facing` each player. Nobody is marked
    as the dealer if the round or the game is over.
    """
    totals = ledger.last.standing(scored.totals if scored else ledger.last.totals)
    amounts = scored.entry.amounts if scored else None
    dealer = None if round_over or position.over else position.dealer
    seats = ((seat,) for seat in ledger.table.seats) if facing else ledger.columns(ledger.last)
    columns = [_column(ledger.last, of_column) for of_column in seats]
    lowest_wins = ledger.rules.lowest_wins(ledger.table)
    return _standings(
        columns, totals, amounts, notation, lowest_wins=lowest_wins, dealer=dealer, tablet_seats=tablet_seats
    )


def _standings(
    columns: Iterable[Column],
    totals: Amounts,
    amounts: Sequence[int] | None,
    notation: Notation,
    *,
    lowest_wins: bool,
    dealer: int | None = None,
    tablet_seats: Sequence[str] = (),
) -> tuple[RunningTotal, ...]:
    best = min(totals) if lowest_wins else max(totals)
    running_totals = [
        RunningTotal(
            name=column.name,
            players=tuple(
                RunningPlayer(name, mark, side_of(tablet_seats[seat]).value if tablet_seats else "")
                for seat, name, mark in zip(column.places, column.names, column.marks, strict=True)
            ),
            total=notation.amount(totals[first]),
            tone=_look(totals[first]),
            leads=min(totals) < max(totals) and totals[first] == best,
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
    return words(form.result(scored), form.table.players, notation.words)


def missing_words(form: OutcomeForm) -> str:
    """Return the names of the fields that are still missing, with commas; empty before the first tap."""
    if not form.data:
        return ""
    return ", ".join(words(name) for _group, name in form.missing)


def reasons(stretch: StretchLedger, scored: ScoredHand, notation: Notation) -> list[DerivationLine]:
    """Return the derivation of a hand, line by line."""
    return [_reason(stretch, line, notation) for line in scored.entry.lines]


def _reason(stretch: StretchLedger, line: Line, notation: Notation) -> DerivationLine:
    paragraph, names = stretch.rules.paragraphs[line.rule], stretch.table.players
    sentence = words(paragraph.sentence)
    return DerivationLine(
        label=words(line.label, names, notation.words),
        rule=line.rule,
        title=words(paragraph.title),
        sentence=sentence,
        source=words(paragraph.source),
        cells=_cells(line.amounts, line.amounts, notation),
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

    `later` has the hands that would score differently, `apart_from` the one that is changed; `standings` has the new
    totals of everybody.
    """
    game, later = registry.get(ledger.rules.slug), []
    afterwards = {hand.pk: hand for hand in after.hands}
    for old in ledger.hands:
        new = afterwards[old.pk]
        if old.scored and new.scored and old.number != apart_from and _moved(old.scored) != _moved(new.scored):
            table = ledger.at(old.number).table
            description = words(game.describe(table, old.raw), table.players, notation.words)
            before, then = (_in_short(table.players, scored, notation) for scored in (old.scored, new.scored))
            later.append(LaterChange(old.number, description, before, then))
    differences = [new - old for old, new in zip(ledger.totals, after.totals, strict=True)]
    return {
        "later": later,
        "standings": _standings(
            _each(ledger.names),
            after.totals,
            differences,
            notation,
            lowest_wins=ledger.rules.lowest_wins(ledger.table),
        ),
    }


def exchange(ledger: SessionLedger, names: Sequence[str], notation: Notation) -> dict[str, object]:
    """Return the totals if people with these names had played in the places of those who did, as a template context."""
    before = dict(zip(ledger.names, ledger.totals, strict=True))
    differences = [total - before.get(name, 0) for name, total in zip(names, ledger.totals, strict=True)]
    lowest_wins = ledger.rules.lowest_wins(ledger.table)
    return {"standings": _standings(_each(names), ledger.totals, differences, notation, lowest_wins=lowest_wins)}


def _moved(scored: ScoredHand) -> tuple[object, Amounts]:
    return scored.dealer, scored.entry.amounts


def _in_short(names: Sequence[str], scored: ScoredHand, notation: Notation) -> str:
    gains = [
        f"{isolated(names[seat])} {notation.words(Amount(amount, signed=True))}"
        for seat, amount in enumerate(scored.entry.amounts)
        if amount
    ]
    dealer = [] if scored.dealer is None else [_("%(name)s deals") % {"name": isolated(names[scored.dealer])}]
    return ", ".join([*dealer, *gains])
