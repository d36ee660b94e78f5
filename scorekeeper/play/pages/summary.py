"""Closing a session, and its page from then on: the result, who pays whom, and the file to export."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import registry
from games.scoring.places import placed
from games.scoring.text import isolated
from games.scoring.types import Amounts, ScoredHand
from scorekeeper.play import queries, recording
from scorekeeper.play.access import access_even_if_deleted, access_of, writing_access_of
from scorekeeper.play.documents import session_document
from scorekeeper.play.errors import CallSetError, ConflictError, NotThereError, RowsWaitError, SessionClosedError
from scorekeeper.play.formatting import Notation, in_words, joined_names, note_in_words, sum_of_money
from scorekeeper.play.ledger import PlayedHand, SessionLedger, StretchLedger, is_empty, progress_of, session_ledger
from scorekeeper.play.models import OF_PAYMENTS, Access, Payment, Role, Session, Settlement
from scorekeeper.play.nights import hidden_nights, joinable
from scorekeeper.play.pages.charts import drawing
from scorekeeper.play.pages.journal import call_in_play
from scorekeeper.play.pages.shared import (
    REFUSALS,
    TablePage,
    new_token,
    refusal,
    shows_latest,
    takes_forms,
    what_stands,
    write_of,
)
from scorekeeper.play.pages.table_screen import (
    at_the_table,
    beside_total,
    change_before,
    next_position,
    position_in_words,
)
from scorekeeper.play.payments import by_place, lost_ticks
from scorekeeper.play.recording.players import following
from scorekeeper.play.totals import DifferenceGain, SeatPayment, SessionTotals, difference_gains
from scorekeeper.web.dates import evening_date
from scorekeeper.web.downloads import disposition, file_name
from scorekeeper.web.errors import CONFLICT
from scorekeeper.web.request_params import HtmxRequest, number_of

NO_ROWS: Mapping[SeatPayment, Payment] = MappingProxyType({})

LONG_NAME = 14
"""From this many letters on, a name has no room for the money beside it on a phone."""


@dataclass(frozen=True)
class RankedPlayer:
    """The place of a player or a side at the end; equals share a place. `money` is empty without a stake.

    `people` are their places among the people of the session. `beside` is what the game has beside their total.
    """

    people: tuple[int, ...]
    place: int
    names: tuple[str, ...]
    total: int
    money: str
    beside: str

    @property
    def name(self) -> str:
        return joined_names(self.names)

    @property
    def has_long_name(self) -> bool:
        """Whether a phone has no room for the money beside the name."""
        return len(self.name) >= LONG_NAME


@dataclass(frozen=True)
class ShownPayment:
    """A payment in counters and, if there is a stake, in money; without a creditor it is one into the kitty.

    Without a debtor the kitty pays, as it can in a night that was paid before one of its sessions was corrected.
    `amount` is None if it is paid in money only, as by difference. `key` is the primary key of its row or, of a night,
    what the payment says; the form of the tick names it so. None if it can't be ticked.
    """

    debtor: str | None
    creditor: str | None
    amount: int | None
    money: str
    key: int | str | None = None
    is_paid: bool = False

    def on_paper(self, names: Mapping[str, str]) -> tuple[str, str]:
        """Return who pays whom, by their names on paper or as the kitty."""
        debtor, creditor = (_("The kitty") if name is None else names[name] for name in (self.debtor, self.creditor))
        return debtor, creditor


@dataclass(frozen=True)
class EqualHand:
    """A hand in which as much was gained or lost as in no other; `names` are all who did in it."""

    number: int
    names: str


@dataclass(frozen=True)
class BestHand:
    """The hands in which somebody gained the most, or lost the most, the earliest first; there may be equals.

    `title` is the game's word for it, and `what` describes the first.
    """

    title: str
    amount: int
    what: str
    hands: tuple[EqualHand, ...]


@dataclass(frozen=True, kw_only=True)
class Summary:
    """The result of a session, or what it would be if the session were closed now.

    Totals that don't sum to zero are paid by difference: `differences` derives each player's money from the totals.
    Without a stake nobody pays for such totals, and `payments` is None. `kitty` is what each pays into it, in words;
    empty without one. If `pool_shared`, the totals include each player's share of what was left in the pool, which the
    ledger doesn't show.

    `unfinished` says what is under way, such as a rubber, which isn't in the totals, or the round.
    """

    headline: str
    ranking: list[RankedPlayer]
    payments: list[ShownPayment] | None
    differences: list[DifferenceGain]
    pool_shared: bool
    kitty: str
    hands: int
    best: BestHand | None
    worst: BestHand | None
    unfinished: list[str]
    lowest_wins: bool

    @property
    def paid(self) -> int:
        """How many payments were ticked as paid."""
        return sum(payment.is_paid for payment in self.payments or ())

    @property
    def all_paid(self) -> bool:
        return bool(self.payments) and self.paid == len(self.payments or ())


def summary(
    session: Session,
    ledger: SessionLedger,
    notation: Notation,
    settlement: Settlement | None = None,
    rows: Mapping[SeatPayment, Payment] = NO_ROWS,
) -> Summary:
    """Return the result as it was settled or, without a settlement, as the ledger stands.

    `rows` are those of its payments, for a page that shows their ticks. Nobody pays for a session that is settled with
    the others of its night.
    """
    come_to = SessionTotals.from_settlement(settlement) if settlement else SessionTotals.from_ledger(ledger, session)
    owed = [] if settlement and session.night_id else come_to.payments
    game = registry.get(ledger.rules.slug)
    names, played = ledger.names, [hand for hand in ledger.played if hand.scored]
    ranks = ledger.come_to.ranks(come_to.totals)
    is_one = len(ledger.stretches) == 1
    lowest_wins = ledger.lowest_wins
    best = -1 if lowest_wins else 1
    return Summary(
        headline=_headline(names, ranks, ledger.people_in_columns),
        ranking=_ranking(ledger, come_to, ranks, notation),
        payments=None if owed is None else shown_payments(names, owed, rows),
        differences=difference_gains(names, come_to, list(come_to.money.amounts.values()))
        if come_to.transfers is None and come_to.money and is_one
        else [],
        pool_shared=come_to.shares_pool,
        kitty=sum_of_money(come_to.kitty, come_to.currency) if come_to.kitty else "",
        hands=len(played),
        best=_feat(ledger, played, notation, in_words(game.best), sign=best),
        worst=_feat(ledger, played, notation, in_words(game.worst), sign=-best),
        unfinished=[*unfinished_games(ledger), *unfinished_round(session, ledger)],
        lowest_wins=lowest_wins,
    )


def unfinished_games(ledger: SessionLedger) -> list[str]:
    """Return in sentences what each stretch has under way and, if there are several, who played it."""
    sentences = [(stretch, sentence) for stretch in ledger.stretches for sentence in unfinished_in(stretch)]
    if len(ledger.stretches) == 1:
        return [sentence for _stretch, sentence in sentences]
    return [
        _("%(players)s: %(sentence)s") % {"players": at_the_table(stretch), "sentence": sentence}
        for stretch, sentence in sentences
    ]


def _position(page: TablePage) -> str:
    """Return the state of the game that is unfinished, such as the markers of a rubber; empty if none is."""
    return position_in_words(next_position(page.ledger), page.notation) if unfinished_games(page.ledger) else ""


def unfinished_in(stretch: StretchLedger) -> list[str]:
    """Return in sentences what the game has under way, which counts for nobody if the stretch ends here."""
    game = registry.get(stretch.rules.slug)
    if game.unfinished is None:
        return []
    return [in_words(words, stretch.table.players) for words in game.unfinished(stretch.table, stretch.state)]


def unfinished_round(session: Session, ledger: SessionLedger) -> list[str]:
    """Return that the round or the list has more hands than this table has played, if it has."""
    progress = progress_of(session, ledger)
    if progress is None or progress.planned is None or progress.is_over:
        return []
    figures = {"hands": progress.hands, "planned": progress.planned}
    if progress.round is None:
        return [_("The list is not finished. Hands played: %(hands)s of %(planned)s.") % figures]
    return [_("The round is not finished. Hands played: %(hands)s of %(planned)s.") % figures]


def winners(stretch: StretchLedger, after: ScoredHand | None = None) -> str:
    """Return who has won the game of a stretch, or has `after` one more hand, in words."""
    state, totals = (after.state, after.totals) if after else (stretch.state, stretch.totals)
    ranks = stretch.rules.ranks(stretch.table, state, totals)
    return _headline(stretch.table.players, ranks, stretch.rules.sides(stretch.table))


def _headline(names: Sequence[str], ranks: Sequence[tuple[int, ...]], sides: Iterable[tuple[int, ...]]) -> str:
    best = max(ranks)
    first = {seat for seat, rank in enumerate(ranks) if rank == best}
    winners = [isolated(names[seat]) for seat in sorted(first)]
    if len(winners) == len(names):
        return _("All square")
    if len(winners) == 1:
        return _("%(name)s wins") % {"name": winners[0]}
    words = _("%(names)s win") if first in map(set, sides) else _("%(names)s share first place")
    return words % {"names": listed(winners)}


def listed(names: Sequence[str]) -> str:
    """Return names joined for a sentence: "Anne, Bruno and Chloé"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def _ranking(
    ledger: SessionLedger, come_to: SessionTotals, ranks: Sequence[tuple[int, ...]], notation: Notation
) -> list[RankedPlayer]:
    columns = ledger.people_in_columns
    if any(len({come_to.totals[person] for person in people}) > 1 for people in columns):  # by rules of another time
        columns = tuple((person,) for person in range(len(ledger.people)))
    return [
        RankedPlayer(
            people=people,
            place=place,
            names=tuple(ledger.names[person] for person in people),
            total=come_to.totals[people[0]],
            money=_money_of(come_to, people),
            beside=beside_total(ledger, people[0], come_to.totals[people[0]], notation),
        )
        for place, people in placed(columns, key=lambda people: ranks[people[0]])
    ]


def _money_of(come_to: SessionTotals, people: Sequence[int]) -> str:
    """Return the money of a player, or of each player of a side; rounded to cents, partners' can differ by one."""
    if come_to.money is None:
        return ""
    amounts = dict.fromkeys(come_to.money.amounts[person] for person in people)
    money = " / ".join(sum_of_money(amount, come_to.currency) for amount in amounts)
    return money if len(people) == 1 else _("%(money)s each") % {"money": money}


def shown_payments(
    names: Sequence[str], payments: Iterable[SeatPayment], rows: Mapping[SeatPayment, Payment] = NO_ROWS
) -> list[ShownPayment]:
    """Return payments with names, formatted money, and the ticks of their rows."""
    return [
        ShownPayment(
            debtor=names[payment.debtor],
            creditor=None if payment.creditor is None else names[payment.creditor],
            amount=payment.amount,
            money="" if payment.money is None else sum_of_money(payment.money, payment.currency),
            key=row.pk if row else None,
            is_paid=row is not None and row.ticked_at is not None,
        )
        for payment in payments
        for row in [rows.get(payment)]
    ]


def _feat(
    ledger: SessionLedger, played: Iterable[PlayedHand], notation: Notation, title: str, *, sign: int
) -> BestHand | None:
    """Return the hands in which somebody gained (sign 1) or lost (sign −1) the most."""
    amounts = {hand.number: hand.scored.entry.amounts for hand in played if hand.scored}
    size = max((sign * amount for of_hand in amounts.values() for amount in of_hand), default=0)
    if size <= 0:
        return None
    game = registry.get(ledger.rules.slug)
    hands = tuple(
        EqualHand(number, listed(_who_moved(ledger.at(number).table.players, of_hand, sign * size)))
        for number, of_hand in amounts.items()
        if sign * size in of_hand
    )
    table = ledger.at(hands[0].number).table
    return BestHand(
        title=title,
        amount=sign * size,
        what=in_words(game.describe(table, ledger.hand(hands[0].number).raw), table.players, notation.words),
        hands=hands,
    )


def _who_moved(players: Sequence[str], amounts: Amounts, amount: int) -> list[str]:
    return [name for name, moved in zip(players, amounts, strict=True) if moved == amount]


@dataclass(frozen=True)
class SummaryRow:
    """One hand of the score sheet; `cells` has each column's gain and total, and is empty if the hand doesn't count."""

    number: int
    what: str
    note: str
    cells: tuple[tuple[int, int], ...]
    voided: bool


@dataclass(frozen=True)
class SummarySheet:
    """The score sheet of a stretch; `change` says who left and who joined before it."""

    names: Sequence[str]
    change: Mapping[str, Any]
    rows: Sequence[SummaryRow]


def sheets(ledger: SessionLedger, notation: Notation) -> list[SummarySheet]:
    """Return the score sheet of each stretch of the session: every hand, in the order of play, as on paper."""
    return [
        SummarySheet(
            names=[joined_names([stretch.table.players[seat] for seat in seats]) for seats in ledger.columns(stretch)],
            change=change_before(ledger, stretch) if stretch.carried else {},
            rows=_sheet_rows(stretch, ledger.columns(stretch), notation),
        )
        for stretch in ledger.stretches
    ]


def _sheet_rows(stretch: StretchLedger, columns: Sequence[Sequence[int]], notation: Notation) -> list[SummaryRow]:
    names, game = stretch.table.players, registry.get(stretch.rules.slug)
    return [
        SummaryRow(
            number=hand.number,
            what=in_words(game.describe(stretch.table, hand.raw), names, notation.words),
            note=note_in_words(hand.raw.get("note", "")),
            cells=tuple((amounts[seat], totals[seat]) for seat, *_partners in columns) if hand.scored else (),
            voided=hand.voided,
        )
        for hand in stretch.hands
        for amounts, totals in [
            (hand.scored.entry.amounts, stretch.standing(hand.scored.totals)) if hand.scored else ((), ())
        ]
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what the session would be settled at, or close and settle it."""
    access = writing_access_of(request, public_id)
    problem, status = "", 200
    if request.method == "POST":
        try:
            recording.close(
                write_of(request, access),
                despite_call=bool(request.POST.get("called")),
                despite_rows=bool(request.POST.get("rows")),
            )
            return redirect("session", public_id)
        except (CallSetError, RowsWaitError):
            status = CONFLICT  # somebody has called, or photographed a sheet, since; the page asks
        except SessionClosedError:
            return redirect("session", public_id)
        except REFUSALS as error:
            problem, status = refusal(error, access.session)
    if access.session.closed_at:
        return redirect("session", public_id)
    page = TablePage.from_request(request, access)
    ledger, notation = page.ledger, page.notation
    context = {
        **page.context,
        "summary": summary(access.session, ledger.played_out(), notation),
        "position": _position(page),
        "undone": ledger.next_number if ledger.undone is not None else None,
        "playing": call_in_play(access.session, ledger, notation),
        "number": ledger.next_number,
        "rows_wait": access.session.photographed_pages.waiting(ledger.next_number).exists(),
        "is_unplayed": not ledger.counting,
        "problem": problem,
        "token": new_token(),
    }
    return render(request, "play/close.html", context, status=status)


@takes_forms
def reopen(request: HttpRequest, public_id: str) -> HttpResponse:
    """Reopen a closed session."""
    access = writing_access_of(request, public_id)
    try:
        recording.reopen(write_of(request, access))
    except SessionClosedError:
        problem = _("The session has changed in the meantime. Check again.")
        return closed_page(request, access, problem=problem, status=CONFLICT)
    except (ConflictError, NotThereError):
        pass  # somebody else has reopened it
    except REFUSALS as error:
        problem, status = refusal(error, access.session)
        return closed_page(request, access, problem=problem, status=status)
    return redirect("session", public_id)


def closed_page(request: HttpRequest, access: Access, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Render the summary of a closed session, which its URL shows in place of the table screen."""
    session, page = access.session, TablePage.from_request(request, access)
    ledger, stands = page.ledger, what_stands(session)
    if "unwritten" in request.GET:
        problem = _("The session was closed in the meantime, so what you sent was not recorded.")
        if not session.locked_at:
            what_to_do = stands or _("Reopen it, then record again.")
            problem = f"{problem} {what_to_do}"
    elif "changed" in request.GET:
        problem = _("Someone else has changed the session in the meantime. These are the payments now.")
    elif "closed" in request.GET and not session.locked_at:
        problem = stands or _("This session is closed. Reopen it to enter or change hands.")
    if is_empty(session, ledger):
        return _empty(request, page, stands=stands, problem=problem, status=status)
    context = {
        **page.context,
        **_settled(page),
        "position": _position(page),
        "drawing": drawing(ledger),
        "sheets": sheets(ledger, page.notation),
        "played_that_night": joinable(session, access.device),
        "stands": stands,
        "problem": problem,
        "again_token": new_token(),
        "followed": following(session),
    }
    return render(request, "play/closed.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def payments(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Tick a payment of a closed session or remove its tick, or show the ticks of others to a page that is open.

    Such a page asks `?since` the revision that it shows. If anything but ticks was written since, it loads anew.
    """
    if request.method == "POST":
        return _tick(request, writing_access_of(request, public_id))
    access = access_even_if_deleted(request, public_id)
    session = access.session
    if shows_latest(request, session):
        return HttpResponse(status=204)
    if (
        not request.htmx
        or session.closed_at is None
        or session.deleted_at is not None
        or _other_than_ticks(request, session)
    ):
        return _to_summary(request, session)
    return _shown_payments(request, access)


def _tick(request: HtmxRequest, access: Access) -> HttpResponse:
    write, session = write_of(request, access), access.session
    payment, paid = number_of(request.POST.get("payment", "")), bool(request.POST.get("paid"))
    try:
        recording.tick_payment(write, payment=payment, paid=paid)
    except (ConflictError, NotThereError):
        return _to_summary(request, session, "?changed")
    return _shown_payments(request, access) if request.htmx else _to_summary(request, session, "#payments")


def _other_than_ticks(request: HtmxRequest, session: Session) -> bool:
    since = number_of(request.GET.get("since", ""))
    return since < 0 or session.changes.filter(revision__gt=since).exclude(verb__in=OF_PAYMENTS).exists()


def _to_summary(request: HtmxRequest, session: Session, suffix: str = "") -> HttpResponse:
    url = f"{reverse('session', args=[session.public_id])}{suffix}"
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def _shown_payments(request: HtmxRequest, access: Access) -> HttpResponse:
    page = TablePage.from_request(request, access)
    return render(request, "play/_payments.html", {**page.context, **_settled(page)})


def _settled(page: TablePage) -> dict[str, Any]:
    """Return the settlement of a closed session for its page: result, ticks, and the ticks that it lost."""
    session, ledger = page.session, page.ledger
    settlement, *earlier = session.settlements.order_by("-pk").prefetch_related("payments")[:2]
    rows, before = settlement.payments.all(), earlier[0].payments.all() if earlier else ()
    players = [seat.player_id for seat in session.people]
    return {
        "summary": summary(session, ledger, page.notation, settlement, by_place(rows, players)),
        "settlement": settlement,
        "may_tick": page.access.role == Role.SCORER and session.locked_at is None,
        "sees_night": not hidden_nights([session], page.access.device),
        "lost_ticks": shown_payments(ledger.names, by_place(lost_ticks(before, rows), players)),
        "token": new_token(),
    }


def _empty(request: HttpRequest, page: TablePage, *, stands: str, problem: str, status: int) -> HttpResponse:
    """Render the page of a closed session without hands: why it counts nowhere, and where to go from here."""
    session, before = page.session, page.session.follows
    context = {
        **page.context,
        "before": before if before and queries.may_look(page.access.device, [before]) else None,
        "followed": following(session),
        "voided": bool(page.ledger.hands),
        "stands": stands,
        "problem": problem,
        "token": new_token(),
    }
    return render(request, "play/closed_empty.html", context, status=status)


@require_safe
def export(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the session document as a file, to keep or to import elsewhere."""
    return document(access_of(request, public_id).session)


def document(session: Session) -> HttpResponse:
    """Return the session document as a file, or a 409 if the rules now refuse one of its hands."""
    ledger = session_ledger(session)
    if ledger.refusal:
        words = _("Hand %(number)s isn’t possible under the current rules. Amend it first.")
        return HttpResponse(words % {"number": ledger.refusal.number}, content_type="text/plain", status=CONFLICT)
    started = evening_date(session.started_at)
    name = file_name(ledger.rules.slug, f"{started:%Y-%m-%d}", *ledger.table.players)
    text = json.dumps(session_document(session, ledger), ensure_ascii=False, indent=2) + "\n"
    return HttpResponse(text, content_type="application/json", headers=disposition(name, "json"))
