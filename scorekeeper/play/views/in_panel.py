"""One session in the organisers' panel: its hands through the game's own forms, and what an organiser may do with it.

Every write is the scoring service's, done with the access of the panel; the panel has looked already whose session it
is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Evening
from scorekeeper.clubs.panel_notes import Noted
from scorekeeper.play import ledgers, moving, notation, queries, screens, services
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.moving import CannotMove
from scorekeeper.play.refusals import PANEL, GameGone, Unchanged
from scorekeeper.play.views import hands
from scorekeeper.play.views import what_if as what_ifs
from scorekeeper.play.views.figures import figures_page
from scorekeeper.play.views.hands import Desk, settled_in_words
from scorekeeper.play.views.posted import HtmxRequest, new_token, number_of, revision_of, token_of
from scorekeeper.play.words import in_words

User = AbstractBaseUser | AnonymousUser
MOST_EVENINGS = 50
"""Of those that are not settled, how many are offered to move a session to, the latest."""


FOUND = 302


class CannotDo(Exception):  # noqa: N818 - what happened
    """Nothing was done; the message says why, in the reader's language."""


def access_of_panel(session: Session, user: User) -> Access:
    """As whom an organiser writes at a table from the panel: no browser can have a device of this name."""
    name = user.get_username()[:60]
    defaults = {"role": Role.SCORER, "label": name, "shut_out_at": None}  # nobody shuts an organiser out
    access, _made = Access.objects.update_or_create(session=session, device=_device(user), defaults=defaults)
    return access


def _device(user: User) -> str:
    return f"{PANEL}{user.pk}"


def looking(session: Session, user: User) -> Access:
    """The same for whoever only looks: nothing is written down."""
    return Access(session=session, device=_device(user), role=Role.SCORER)


# Its hands


def desk(session: Session, number: int) -> Desk:
    """The addresses of a hand in the panel."""

    def place(name: str) -> str:
        return reverse(f"admin:play_session_{name}", args=[session.pk, number])

    return Desk(
        back=reverse("admin:play_session_change", args=[session.pk]),
        hand=place("hand"),
        amend=place("amend"),
        preview=place("preview"),
        void=place("void"),
        restore=place("restore"),
        tariff=reverse("admin:play_session_tariff", args=[session.pk]),
        in_panel=True,
        returns=True,
    )


Page = Callable[[HtmxRequest, Access, int, Desk], HttpResponse]
PAGES: Mapping[str, Page] = {
    "hand": hands.hand_page,
    "amend": hands.amending,
    "preview": hands.previewing,
    "void": hands.voiding,
    "restore": hands.restoring,
}
ONLY_POSTED = ("preview", "restore")


def hand(request: HtmxRequest, session: Session, number: int, name: str) -> HttpResponse:
    """A page of a hand, as it is at the table."""
    posted = request.method == "POST"
    access = access_of_panel(session, request.user) if posted else looking(session, request.user)
    access.session = session
    closed, revision = session.closed_at is not None, session.revision
    place = desk(session, number)
    if not posted and (name in ONLY_POSTED or place.settled(session)):  # the page of the hand says why
        name = "hand"
    try:
        answer = PAGES[name](request, access, number, place)
    except Unchanged:
        messages.info(request, _("Nothing was changed: the hand is as it was."))
        return redirect(place.back)
    if closed and session.revision > revision and answer.status_code == FOUND:
        _tell_whether_closed(request, session)
    return answer


def what_if(request: HtmxRequest, session: Session) -> HttpResponse:
    """The session by other rules, as at the table; an organiser may see the club's tariffs."""
    place = what_ifs.Desk(
        back=reverse("admin:play_session_change", args=[session.pk]),
        address=reverse("admin:play_session_what_if", args=[session.pk]),
        tariff=reverse("admin:play_session_tariff", args=[session.pk]),
        hand=lambda number: reverse("admin:play_session_hand", args=[session.pk, number]),
        club=session.club,
        in_panel=True,
    )
    return what_ifs.asking(request, looking(session, request.user), place)


def figures(request: HttpRequest, session: Session) -> HttpResponse:
    """For which figures it is played, as at the table."""
    back = reverse("admin:play_session_change", args=[session.pk])
    return figures_page(request, looking(session, request.user), back, in_panel=True)


def _tell_whether_closed(request: HttpRequest, session: Session) -> None:
    if session.closed_at is not None:
        messages.success(request, _("Corrected: the session was reopened and is closed again."))
        return
    words = _(
        "Corrected. The session is open now: by the rules as they are, one of its hands cannot have been. "
        "Amend that, then close the session."
    )
    messages.warning(request, words)


# What is shown


def context(request: HttpRequest, session: Session) -> dict[str, Any]:
    """What the page of a session shows below its fields."""
    evenings = Evening.objects.filter(club=session.club, settled_at=None)
    if session.evening is not None:
        evenings = evenings.exclude(pk=session.evening.pk)
    return {
        "session": session,
        **(_ledger(request, session) if ledgers.installed([session]) else {}),
        "evenings": evenings[:MOST_EVENINGS],
        "browsers": queries.accesses(session),
        "revision": session.revision,
        "new_token": new_token,
    }


def _ledger(request: HttpRequest, session: Session) -> dict[str, Any]:
    ledger, shown = ledgers.of(session), notation.of(request, session)
    rows = [screens.row(ledger, played.number, shown) for played in reversed(ledger.hands)]
    return {
        "names": ledger.table.players,
        "totals": [shown.amount(total) for total in ledger.totals],
        "rows": [(row, reverse("admin:play_session_hand", args=[session.pk, row.number])) for row in rows],
    }


# What is done


DONE = (
    *(Noted.LOCK, Noted.UNLOCK, Noted.CLOSE, Noted.REOPEN),
    *(Noted.RENEW, Noted.SHUT_OUT, Noted.LET_IN, Noted.MOVE),
)
"""What the buttons on the page of a session post."""


def do(request: HttpRequest, session: Session) -> Noted:
    """What was posted, done; says what was. Raises `CannotDo`."""
    verb, _sep, whom = request.POST.get("verb", "").partition(":")
    if verb not in DONE:
        raise Http404
    try:
        if verb == "move":
            moving.move(session, _evening(request, session))
        else:
            _write(request, session, verb, number_of(whom))
    except CannotMove as error:
        raise CannotDo(str(error)) from error
    except RuleError as error:
        raise CannotDo(in_words(error.message, [seat.name for seat in queries.seats(session)])) from error
    except services.EveningSettled as error:
        raise CannotDo(settled_in_words(session)) from error
    except GameGone as error:
        raise CannotDo(gone_in_words(session)) from error
    except (services.Closed, services.Conflict, services.NotThere) as error:
        raise CannotDo(_("Somebody else has written meanwhile. Look again.")) from error
    return Noted(verb)


def gone_in_words(session: Session) -> str:
    return _("The game of this session is no longer there: nothing of it is changed until it is back.")


def _evening(request: HttpRequest, session: Session) -> Evening | None:
    """The evening of the session's own club that was chosen; none of another is found."""
    chosen = request.POST.get("evening", "")
    if not chosen:
        return None
    found = Evening.objects.filter(club=session.club_id, pk=number_of(chosen)).first()
    if found is None:
        raise CannotMove(_("That evening is not there any more."))
    return found


def _write(request: HttpRequest, session: Session, verb: str, whom: int) -> None:
    access, token, revision = access_of_panel(session, request.user), token_of(request), revision_of(request)
    if verb in ("lock", "unlock"):
        (services.lock if verb == "lock" else services.unlock)(session, access=access, token=token)
    elif verb == "close":
        services.close(session, access=access, revision=revision, token=token)
    elif verb == "reopen":
        services.reopen(session, access=access, revision=revision, token=token)
    elif verb == "renew":
        renew_links(session, access)
    elif verb == "shut_out":
        services.shut_out(session, access=access, revision=revision, token=token, whom=whom)
    else:
        services.let_in(session, access=access, revision=revision, token=token, whom=whom)


def renew_links(session: Session, access: Access) -> None:
    """Other secrets for both links; those who are in stay in."""
    for role in (Role.SCORER, Role.WATCHER):
        services.renew(session, access=access, revision=session.revision, token=new_token(), role=role)
