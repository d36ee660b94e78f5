"""Who may see the result of a tournament, and until when it can be corrected.

A *sealed* result is seen by the desk alone until it is released. With the public link anyone can read it. A *final*
result takes no more corrections; only the desk can open it again, with a reason. Doing any of this twice changes
nothing.
"""

from __future__ import annotations

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.clubs.names import tidy
from scorekeeper.desk.audit_notes import DeskAction, note
from scorekeeper.desk.models import Tournament
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.queries import lock_evening
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.models import Session, make_token


class OrdinaryAgainError(NotThereError, Http404):
    """The evening is no longer a tournament, so its page is not found."""


def seal(tournament: Tournament, *, by: str = "") -> None:
    """Hide ranking and totals from everybody but the desk."""
    _set_sealed(tournament, True, DeskAction.SEAL, by)


def release(tournament: Tournament, *, by: str = "") -> None:
    """Show ranking and totals to everybody who may see the tournament."""
    _set_sealed(tournament, False, DeskAction.RELEASE, by)


def open_to_public(tournament: Tournament, *, by: str = "") -> None:
    """Let anyone with the link read the result."""
    _set_public(tournament, True, DeskAction.OPEN_TO_PUBLIC, by)


def close_to_public(tournament: Tournament, *, by: str = "") -> None:
    """Stop showing the result by the link."""
    _set_public(tournament, False, DeskAction.CLOSE_TO_PUBLIC, by)


@transaction.atomic(durable=True)
def renew_link(tournament: Tournament, *, seen: str, by: str = "") -> None:
    """Give the result a new public link instead of the one that was `seen`, which then leads nowhere."""
    stored = lock_even_settled(tournament)
    if stored.public_token != seen:
        return
    stored.public_token = make_token()
    stored.save(update_fields=["public_token"])
    note(stored.evening, by, DeskAction.RENEW_PUBLIC_LINK)


@transaction.atomic(durable=True)
def make_final(tournament: Tournament, *, by: str = "") -> None:
    """Refuse corrections from now on; raise `RuleError` while a table of a round is being played.

    Sign-ups that still wait can't become entries any more, so they are deleted.
    """
    stored = lock_even_settled(tournament)
    refuse_when_played(stored)
    if not stored.evening.is_final:
        stored.evening.final_at = timezone.now()
        stored.evening.save(update_fields=["final_at"])
        stored.sign_ups.all().delete()
        note(stored.evening, by, DeskAction.MAKE_FINAL)


def refuse_when_played(tournament: Tournament) -> None:
    """Raise `RuleError` while a table of a round is being played."""
    played = Session.objects.in_play().filter(round__evening=tournament.evening_id).select_related("round").first()
    if played is not None and played.round is not None:
        message = _(
            "Table {table} of round {round} is still being played. Close it first.",
            table=played.table_number,
            round=played.round.number,
        )
        raise RuleError(Code.IMPOSSIBLE, None, message)


def lock(tournament: Tournament) -> Tournament:
    """Lock the evening of a tournament and return the tournament as stored.

    Raise `EveningSettledError` if the evening is settled, and `OrdinaryAgainError` as `stored_now` does.
    """
    evening = lock_evening(tournament.evening)
    stored = stored_now(tournament)
    stored.evening = evening
    return stored


def stored_now(tournament: Tournament) -> Tournament:
    """Return the tournament as it is stored; the caller has locked the evening, so that it stays so.

    Raise `OrdinaryAgainError` if the evening has become an ordinary one since the page asked for its tournament.
    """
    stored = Tournament.objects.filter(pk=tournament.pk).first()
    if stored is None:
        raise OrdinaryAgainError
    return stored


@transaction.atomic(durable=True)
def open_again(tournament: Tournament, *, reason: str, by: str = "") -> None:
    """Allow corrections of a final result again; raise `RuleError` without a reason, at `reason`."""
    if not tidy(reason):
        raise RuleError(Code.REQUIRED, "reason", _("Give a reason for the correction."))
    stored = lock_even_settled(tournament)
    if stored.evening.final_at is not None:
        stored.evening.final_at = None
        stored.evening.save(update_fields=["final_at"])
        note(stored.evening, by, DeskAction.OPEN_RESULT, tidy(reason))


@transaction.atomic(durable=True)
def _set_sealed(tournament: Tournament, is_sealed: bool, action: DeskAction, by: str) -> None:
    evening = lock_even_settled(tournament).evening
    if evening.is_sealed != is_sealed:
        evening.is_sealed = is_sealed
        evening.save(update_fields=["is_sealed"])
        note(evening, by, action)


@transaction.atomic(durable=True)
def _set_public(tournament: Tournament, is_public: bool, action: DeskAction, by: str) -> None:
    stored = lock_even_settled(tournament)
    if stored.is_public != is_public:
        stored.is_public = is_public
        stored.save(update_fields=["is_public"])
        note(stored.evening, by, action)


def lock_even_settled(tournament: Tournament) -> Tournament:
    """Do as `lock` does, also if the evening is settled.

    Results are released and published, and prizes paid, when the tables have long been paid.
    """
    evening = Evening.objects.select_for_update().get(pk=tournament.evening_id)
    stored = stored_now(tournament)
    stored.evening = evening
    return stored
