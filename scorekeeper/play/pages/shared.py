"""What the pages of a table share: the parameters of their forms, their context, and the words of refusals."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, TypeVar, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from games import registry
from games.scoring.errors import RuleError
from games.ui.forms import OutcomeForm, Position
from scorekeeper.evenings.errors import EveningSettledError, ResultStandsError
from scorekeeper.play import queries
from scorekeeper.play.access import access_of
from scorekeeper.play.errors import ConflictError, NotThereError, SessionClosedError, SessionLockedError
from scorekeeper.play.evening_tables import refuse_change_of
from scorekeeper.play.formatting import Notation, in_words, notation_for, note_to_keep, tariff_name
from scorekeeper.play.ledger import Progress, SessionLedger, progress_of, session_ledger
from scorekeeper.play.models import TOKEN_LENGTH, Access, Role, Session
from scorekeeper.play.pages import table_screen
from scorekeeper.play.recording.start import may_start
from scorekeeper.play.recording.write import Write
from scorekeeper.web import cookies
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import HtmxRequest, number_of

OURS = re.compile(rf"[-\w]{{1,{TOKEN_LENGTH}}}", re.ASCII)


View = TypeVar("View", bound=Callable[..., HttpResponse])


def takes_forms(view: View) -> View:
    """Decorate a view of a session that accepts only POST; other requests are redirected to the table.

    Raise `SessionLockedError` if it is locked.

    The browser shows the URL of such a view when a form comes back as filled in. Opening that URL again or changing the
    language there leads to the table.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str, **arguments: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, public_id, **arguments)
        session = access_of(request, public_id).session
        if session.locked_at is not None:
            raise SessionLockedError
        return redirect("session", session.public_id)

    return cast(View, wrapped)


def to_closed(request: HttpRequest, session: Session) -> HttpResponse:
    """Leave a form of a closed session for its page, which says why and, if the form was sent, what became of it."""
    if request.method == "POST":
        raise SessionClosedError(session)
    return redirect(f"{session.urls['session']}?closed")


def shows_latest(request: HtmxRequest, session: Session) -> bool:
    """Return whether nothing is new for an open page, which asks `?since` the revision that it shows."""
    return bool(request.htmx) and number_of(request.GET.get("since", "")) >= session.revision


def hand_of(request: HttpRequest) -> dict[str, str]:
    """Return the form of a hand as filled in, with its note in the form in which it is stored in every language."""
    data = request.POST.dict()
    return {**data, "note": note_to_keep(data["note"])} if "note" in data else data


def new_token() -> str:
    """Return a new token, which the next write spends."""
    return secrets.token_urlsafe(12)


def token_of(request: HttpRequest) -> str:
    """Return the token of a form, or a new one if it is missing or malformed."""
    return token_in(request.POST.get("token", ""))


def token_in(posted: str) -> str:
    """Return a posted token, or a new one if it is missing or malformed."""
    return posted if OURS.fullmatch(posted) else new_token()


def revision_of(request: HttpRequest) -> int:
    """Return the revision that a form is based on, or −1 if it is not a number."""
    return number_of(request.POST.get("revision", ""))


def write_of(request: HttpRequest, access: Access) -> Write:
    """Return the write that a form asks for."""
    return Write(access.session, access, revision_of(request), token_of(request))


def outcome_of(form: OutcomeForm, write: Write, ledger: SessionLedger) -> dict[str, Any]:
    """Return the outcome to record; raise `RuleError` while something is missing.

    What an outdated form lacks says nothing, as another hand may have changed what is asked: the write answers it.
    """
    return form.complete() if write.revision == ledger.revision else form.raw()


@dataclass(frozen=True)
class TablePage:
    """What every page of a session is made from: what this browser may do, the ledger, and the notation it reads."""

    access: Access
    ledger: SessionLedger
    notation: Notation

    @classmethod
    def from_request(cls, request: HttpRequest, access: Access, ledger: SessionLedger | None = None) -> TablePage:
        """Return the page for a request, with the latest ledger or the one that a write has just made."""
        return cls(access, ledger or session_ledger(access.session), notation_for(request, access.session))

    @property
    def session(self) -> Session:
        return self.access.session

    @property
    def context(self) -> dict[str, Any]:
        """The session, its game and players, and what this browser may do."""
        access, ledger = self.access, self.ledger
        return {
            "access": access,
            "session": access.session,
            "game": registry.get(ledger.rules.slug),
            "rule_set": ledger.rules.rule_set(ledger.table),
            "names": ledger.table.players,
            "marks": ledger.last.people,
            "columns": table_screen.columns_of(ledger, ledger.last),
            "notation": self.notation,
            "progress": progress_of(access.session, ledger),
            **played_for(ledger, access.session.urls["session_tariff"]),
            "may_write": access.role == Role.SCORER,
            "latest_hand": lambda: latest_hand(access.session, ledger),
            "may_start": lambda: may_start_another(access),  # a callable, because few pages need it
        }


@dataclass(frozen=True, kw_only=True)
class WrongHand:
    """What "Something wrong?" offers beside the hand of a number, with the URLs.

    `hand` is the page of the hand, empty where it is shown; `swap` is empty unless it can be swapped with the one
    before or after it, of which `first` is the first. A hand is forgotten after it only if it `ends_stretch` and others
    play now.
    """

    number: int
    hand: str = ""
    insert: str
    ends_stretch: bool
    first: int
    swap: str

    @classmethod
    def from_ledger(
        cls, ledger: SessionLedger, number: int, first: int, *, insert: str, swap: str, hand: str = ""
    ) -> WrongHand:
        stretch = ledger.at(number)
        is_last = number == stretch.next_number - 1
        are_two = stretch.first_hand <= first < stretch.next_number - 1
        return cls(
            number=number,
            hand=hand,
            insert=insert,
            ends_stretch=is_last and stretch is not ledger.last,
            first=first,
            swap=swap if are_two else "",
        )


def latest_hand(session: Session, ledger: SessionLedger) -> WrongHand | None:
    """Return the hand that was recorded last, and may be swapped with the one before it; None before the first."""
    number, public_id = len(ledger.hands), session.public_id
    if not number:
        return None
    return WrongHand.from_ledger(
        ledger,
        number,
        number - 1,
        hand=reverse("hand", args=[public_id, number]),
        insert=reverse("insert", args=[public_id, number]),
        swap=reverse("swap", args=[public_id, number - 1]),
    )


def settled_in_words(session: Session) -> str:
    """Return why a session of a settled evening can't be changed, and what to do."""
    words = _("The evening %(evening)s is settled. Withdraw its settlement first.")
    return words % {"evening": session.evening or ""}


REFUSALS = (ConflictError, NotThereError, EveningSettledError, RuleError)
"""What a write can raise that a page says above its form."""


def refusal(error: Exception, session: Session, players: Sequence[str] = ()) -> tuple[str, int]:
    """Return what a page says of a refused write, and the status of the answer.

    `players` are those whom the words of a game may name, if they aren't those who sit at the table now.
    """
    if isinstance(error, EveningSettledError):
        return settled_in_words(session), CONFLICT
    if isinstance(error, RuleError):
        names = players or [seat.name for seat in queries.seats(session)]
        return in_words(error.message, names), CONFLICT if isinstance(error, ResultStandsError) else UNPROCESSABLE
    return _("The session has changed in the meantime. Check what it shows now, then try again."), CONFLICT


def what_stands(session: Session) -> str:
    """Return why what the session has come to can't change now, and what to do first; nothing if it can."""
    if session.evening_id is None:
        return ""
    try:
        refuse_change_of(session)
    except EveningSettledError:
        return settled_in_words(session)
    except ResultStandsError as error:
        return in_words(error.message)
    return ""


def before_hand(
    position: Position,
    ledger: SessionLedger,
    notation: Notation,
    progress: Progress | None,
    *,
    is_over: bool = False,
    table_number: int | None = None,
) -> dict[str, Any]:
    """Return what is shown above the form: the hand's number, its dealer, who sits out and the state of the game.

    The hands of a round, of a list or of a game that ends after so many are counted without corrections and misdeals.
    If the round or the list `is_over`, no hand comes next. `table_number` is set on a page that shows it nowhere else.
    """
    players = position.table.players
    comes_next = not is_over and not position.over
    dealer = players[position.dealer] if comes_next else None
    played, planned = ledger.last.in_round, ledger.rules.hands_planned(ledger.table)
    if progress and progress.planned:
        played, planned = progress.hands, progress.planned
    shown = replace(position, state=ledger.last.counting_all(position.state))
    return {
        "number": played + 1 if planned else position.number,
        "last_number": planned,
        "dealer": dealer,
        "below_heading": table_screen.below_heading(
            progress,
            table_screen.sits_out_in_words(position) if comes_next else "",
            comes_next=comes_next,
            table_number=table_number,
        ),
        "round_over": progress.over_in_words if is_over and progress else "",
        "position": table_screen.position_in_words(shown, notation),
    }


def may_start_another(access: Access) -> bool:
    """Return whether the browser may start another session in the same club, or without one if this one has none.

    After a table of a tournament that is the desk's, but while it is played, its players can change.
    """
    if access.session.closed_at is not None and queries.tournament_tables([access.session]):
        return False
    return may_start(access.session.club, access.device)


def played_for(ledger: SessionLedger, url: str) -> dict[str, str]:
    """Return the name of the club's own tariff and the URL of its figures; nothing for the printed tariff."""
    tariff = ledger.table.tariff
    return {"tariff": tariff_name(tariff), "tariff_url": url} if tariff else {}


def with_device_cookie(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Set the device cookie on the page of a form that lets a browser in.

    The browser needs the cookie before it posts. Otherwise the second post of a double tap would come from an unknown
    device, which can't be told that the token was spent.
    """
    cookies.remember_device(response, cookies.device_id_or_new(request))
    return response


def let_in(request: HttpRequest, session: Session, device: str, *, page: str = "session") -> HttpResponse:
    """Redirect to a page of the session and set the device cookie."""
    url = reverse(page, args=[session.public_id])
    response: HttpResponse = HttpResponseClientRedirect(url) if request.htmx else redirect(url)  # type: ignore[attr-defined]
    cookies.remember_device(response, device)
    return response
