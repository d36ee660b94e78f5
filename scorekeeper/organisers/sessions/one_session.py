"""Moving a session to another evening of its club; its stake and result stay as they are.

Every write goes through the scoring service, with the panel's access. The panel has already checked that the session is
the user's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from games.scoring.errors import RuleError
from scorekeeper.clubs.audit_notes import AuditAction
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.queries import near
from scorekeeper.organisers.panel import ClubScopedAdmin
from scorekeeper.play import queries, recording
from scorekeeper.play.errors import (
    PANEL,
    ConflictError,
    GameNotInstalledError,
    NotThereError,
    SessionClosedError,
    SessionDeletedError,
    UnchangedError,
)
from scorekeeper.play.evening_tables import present_for, seat_players, seat_players_again, table_number_at
from scorekeeper.play.formatting import in_words, notation_for
from scorekeeper.play.ledger import is_empty, session_ledger, with_installed_game
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.pages import hands, table_screen
from scorekeeper.play.pages import what_if as what_ifs
from scorekeeper.play.pages.hands import HandUrls
from scorekeeper.play.pages.rules import figures_page
from scorekeeper.play.pages.shared import new_token, revision_of, settled_in_words, token_of, what_stands
from scorekeeper.play.recording.write import Write
from scorekeeper.web.request_params import HtmxRequest, number_of


class CannotMoveError(Exception):
    """A session can't be moved; the message says why, in the reader's language."""


def move(session: Session, evening: Evening | None) -> None:
    """Move a session to this evening, as its next table; None removes it from its evening.

    Its players become present at the new evening. Those whom only this session made present leave the old one, so that
    nobody pays into two kitties, and keep their times unless they are already present at the new one. Those marked
    present by hand, or seated at another of its tables, stay.

    Raises `CannotMoveError` if the session is deleted, if it is a table of a round, or if either evening is settled,
    because a settlement covers a fixed set of sessions, and `RuleError` if a player also sits at another open table of
    the evening.
    """
    with transaction.atomic(durable=True):
        session.refresh_from_db(fields=["evening", "round", "table_number", "deleted_at"])
        if session.deleted_at is not None:
            raise CannotMoveError(_("This session is deleted. Restore it first."))
        if session.evening != evening and (words := bound_to_round(session)):
            raise CannotMoveError(words)
        keys = [pk for pk in (session.evening_id, evening.pk if evening else None) if pk is not None]
        for concerned in Evening.objects.filter(pk__in=keys).order_by("pk").select_for_update():
            if concerned.club_id != session.club_id:
                raise CannotMoveError(_("That evening belongs to another club."))
            if concerned.settled_at is not None:
                words = _("The evening %(evening)s is settled. Withdraw its settlement first.")
                raise CannotMoveError(words % {"evening": concerned})
        if session.evening is not None and session.evening != evening:
            _leave(session, session.evening, evening)
        if session.evening != evening:
            session.table_number = table_number_at(evening, None)
        session.evening = evening
        session.save(update_fields=["evening", "table_number"])
        if evening is not None and session.closed_at is None:
            seat_players(evening, session)
        elif evening is not None and not Session.objects.empty().filter(pk=session.pk).exists():
            seat_players_again(evening, session)


def bound_to_round(session: Session) -> str:
    """Return why a table of a round can't be moved; nothing for any other session."""
    if session.round is None:
        return ""
    words = _("This session is table %(table)s of round %(round)s, so it stays at its evening.")
    return words % {"table": session.table_number, "round": session.round.number}


def _leave(session: Session, before: Evening, new_evening: Evening | None) -> None:
    """Move the presences that only this session created to the new evening; delete the rest."""
    presences = present_for(before, session)
    if new_evening is not None:
        presences.exclude(player__in=new_evening.presences.values("player")).update(evening=new_evening)
    presences.delete()


User = AbstractBaseUser | AnonymousUser
MOST_EVENINGS = 50
"""The most evenings offered to move a session to; the newest that are not settled."""


FOUND = 302


class CannotDoError(Exception):
    """Nothing was done; the message says why, in the reader's language."""


def access_of_panel(session: Session, user: User) -> Access:
    """Return the access with which an organiser writes from the panel; no browser can have its device name."""
    name = user.get_username()[:60]
    defaults = {"role": Role.SCORER, "label": name, "shut_out_at": None}  # organisers can't be shut out
    access, _made = Access.objects.update_or_create(session=session, device=_device(user), defaults=defaults)
    return access


def _device(user: User) -> str:
    return f"{PANEL}{user.pk}"


def reading_access(session: Session, user: User) -> Access:
    """Return an unsaved access for reading."""
    return Access(session=session, device=_device(user), role=Role.SCORER)


# Hands


def hand_urls(session: Session, number: int) -> HandUrls:
    """Return the URLs of a hand in the panel."""

    def place(name: str) -> str:
        return reverse(f"admin:play_session_{name}", args=[session.pk, number])

    return HandUrls(
        back=reverse("admin:play_session_change", args=[session.pk]),
        hand=place("hand"),
        amend=place("amend"),
        preview=place("preview"),
        void=place("void"),
        unvoid=place("unvoid"),
        insert=place("insert"),
        swap=place("swap"),
        tariff=reverse("admin:play_session_tariff", args=[session.pk]),
        in_panel=True,
    )


Page = Callable[[HtmxRequest, Access, int, HandUrls], HttpResponse]
PAGES: Mapping[str, Page] = {
    "hand": hands.hand_page,
    "amend": hands.amend_hand,
    "preview": hands.preview_amendment,
    "void": hands.void_hand,
    "unvoid": hands.unvoid_hand,
    "insert": hands.insert_hand,
    "swap": hands.swap_hands,
}
ONLY_POSTED = ("preview", "unvoid")


def hand(request: HtmxRequest, session: Session, number: int, name: str) -> HttpResponse:
    """Return a page of a hand, as at the table."""
    posted = request.method == "POST"
    access = access_of_panel(session, request.user) if posted else reading_access(session, request.user)
    access.session = session
    closed, revision = session.closed_at is not None, session.revision
    place = hand_urls(session, number)
    if not posted and (name in ONLY_POSTED or place.stands(session)):  # the hand's page says why
        name = "hand"
    try:
        answer = PAGES[name](request, access, number, place)
    except UnchangedError:
        messages.info(request, _("The hand is unchanged."))
        return redirect(place.back)
    if closed and session.revision > revision and answer.status_code == FOUND:
        _report_closed(request, session)
    return answer


def what_if(request: HtmxRequest, session: Session) -> HttpResponse:
    """Show the session by other rules, as at the table; organisers may see the club's tariffs."""
    place = what_ifs.WhatIfUrls(
        back=reverse("admin:play_session_change", args=[session.pk]),
        address=reverse("admin:play_session_what_if", args=[session.pk]),
        tariff=reverse("admin:play_session_tariff", args=[session.pk]),
        hand=lambda number: reverse("admin:play_session_hand", args=[session.pk, number]),
        club=session.club,
        in_panel=True,
    )
    return what_ifs.what_if_page(request, reading_access(session, request.user), place)


def figures(request: HttpRequest, session: Session) -> HttpResponse:
    """Show the figures that the session is played for, as at the table."""
    back = reverse("admin:play_session_change", args=[session.pk])
    return figures_page(request, reading_access(session, request.user), back, in_panel=True)


def _report_closed(request: HttpRequest, session: Session) -> None:
    if session.closed_at is not None:
        messages.success(request, _("Corrected. The session was reopened and closed again."))
        return
    words = _(
        "Corrected. The session is now open, because one of its hands isn’t possible under the current rules. Amend "
        "that hand, then close the session."
    )
    messages.warning(request, words)


# Reading


def context(request: HttpRequest, session: Session) -> dict[str, Any]:
    """Return what the page of a session shows below its fields."""
    evenings = near(Evening.objects.filter(club=session.club, settled_at=None))
    if session.evening is not None:
        evenings = evenings.exclude(pk=session.evening.pk)
    stands = what_stands(session)
    return {
        "session": session,
        "stands": stands,
        "stays": bound_to_round(session) or stands,
        **(_ledger(request, session) if with_installed_game([session]) else {}),
        "evenings": evenings[:MOST_EVENINGS],
        "browsers": queries.accesses(session),
        "revision": session.revision,
        "recoverable_until": session.recoverable_until,
        "new_token": new_token,
    }


def _ledger(request: HttpRequest, session: Session) -> dict[str, Any]:
    ledger, notation = session_ledger(session), notation_for(request, session)

    def row(number: int) -> tuple[table_screen.LedgerRow, str]:
        return table_screen.row(ledger, number, notation), reverse("admin:play_session_hand", args=[session.pk, number])

    return {
        "is_empty": is_empty(session, ledger),
        "stretches": [
            {
                "names": stretch.table.players,
                "totals": [notation.amount(total) for total in stretch.standing(stretch.totals)],
                "rows": [row(hand.number) for hand in reversed(stretch.hands)],
            }
            for stretch in reversed(ledger.stretches)
            if stretch.hands
        ],
    }


# Writing
DONE = (
    *(AuditAction.LOCK, AuditAction.UNLOCK, AuditAction.CLOSE, AuditAction.REOPEN),
    *(AuditAction.DELETE, AuditAction.UNDELETE),
    *(AuditAction.RENEW, AuditAction.SHUT_OUT, AuditAction.LET_IN, AuditAction.MOVE),
)
"""What the buttons on a session's page post."""


LINKS_RENEWED = _lazy(
    "The old links stop working, and this can’t be undone. Those who have joined stay; others need the new links."
)
ASKS_FIRST = {
    "delete": (_lazy("Delete this session"), _lazy("A deleted session doesn’t count. It can be restored for a while.")),
    "renew": (_lazy("Renew the links"), LINKS_RENEWED),
}
"""The buttons that ask first, with what they do."""


def asks_first(admin: ClubScopedAdmin, request: HttpRequest) -> HttpResponse | None:
    """Return the page that asks before the posted action is carried out, or None if it needs none."""
    question = ASKS_FIRST.get(request.POST.get("verb", ""))
    return admin.unconfirmed(request, title=question[0], words=question[1]) if question else None


def perform_action(request: HttpRequest, session: Session) -> AuditAction:
    """Carry out the posted action and return it; raises `CannotDoError`."""
    verb, _sep, whom = request.POST.get("verb", "").partition(":")
    if verb not in DONE:
        raise Http404
    with refused_in_words(session, _("The session has changed in the meantime. Check again.")):
        if verb == "move":
            move(session, _evening(request, session))
        else:
            _write(request, session, verb, number_of(whom))
    return AuditAction(verb)


@contextmanager
def refused_in_words(session: Session, has_changed: str) -> Iterator[None]:
    """Raise `CannotDoError` at a refused write; `has_changed` says that the session is in another state."""
    try:
        yield
    except CannotMoveError as error:
        words = str(error)
    except RuleError as error:
        words = in_words(error.message, [seat.name for seat in queries.seats(session)])
    except EveningSettledError:
        words = settled_in_words(session)
    except GameNotInstalledError:
        words = _("The game of this session is no longer installed. You can’t change the session until it is back.")
    except SessionDeletedError:
        words = _("This session is deleted. Restore it first.")
    except (SessionClosedError, ConflictError, NotThereError):
        words = has_changed
    else:
        return
    raise CannotDoError(words)


def _evening(request: HttpRequest, session: Session) -> Evening | None:
    """Return the chosen evening, which must be of the session's club, or None."""
    chosen = request.POST.get("evening", "")
    if not chosen:
        return None
    evening = Evening.objects.filter(club=session.club_id, pk=number_of(chosen)).first()
    if evening is None:
        raise CannotMoveError(_("That evening no longer exists."))
    return evening


def _write(request: HttpRequest, session: Session, verb: str, access_pk: int) -> None:
    access = access_of_panel(session, request.user)
    write = Write(session, access, revision_of(request), token_of(request))
    if verb == "lock":
        recording.lock(write)
    elif verb == "unlock":
        recording.unlock(write)
    elif verb == "close":
        recording.close(write)
    elif verb == "reopen":
        recording.reopen(write)
    elif verb == "delete":
        recording.delete(write)
    elif verb == "undelete":
        recording.undelete(write)
    elif verb == "renew":
        renew_links(session, access)
    elif verb == "shut_out":
        recording.shut_out(write, access_pk=access_pk)
    else:
        recording.let_in(write, access_pk=access_pk)


def renew_links(session: Session, access: Access) -> None:
    """Renew both links; those who have joined stay."""
    for role in (Role.SCORER, Role.WATCHER):
        recording.renew_link(Write(session, access, session.revision, new_token()), role=role)
