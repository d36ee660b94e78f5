"""Entries by the sign-up link: anyone with the link enters a name, and takes it back until the first draw."""

from __future__ import annotations

from django.db import transaction

from games.scoring.errors import Code, RuleError
from games.scoring.text import gettext_lazy as _
from scorekeeper.evenings import attendance
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.models import make_token
from scorekeeper.tournaments.desk.audit_notes import DeskAction, note
from scorekeeper.tournaments.desk.entries import forget_guest, is_drawn
from scorekeeper.tournaments.desk.publication import stored_now
from scorekeeper.tournaments.desk.register import EntryDetails, EntryRegister
from scorekeeper.tournaments.models import Tournament, TournamentEntry

CLOSED = _("Sign-up through this link is closed. Ask the organisers.")


@transaction.atomic(durable=True)
def set_open(tournament: Tournament, *, is_open: bool, by: str = "") -> None:
    """Let anyone with the link enter, or close it."""
    evening = attendance.lock(tournament.evening)
    stored = stored_now(tournament)
    if stored.sign_up_open is not is_open:
        stored.sign_up_open = is_open
        stored.save(update_fields=["sign_up_open"])
        note(evening, by, DeskAction.OPEN_SIGN_UP if is_open else DeskAction.CLOSE_SIGN_UP)


@transaction.atomic(durable=True)
def renew(tournament: Tournament, *, seen: str, by: str = "") -> None:
    """Give the sign-up a new link instead of the one that was `seen`, which then leads nowhere. Entries stay."""
    evening = attendance.lock(tournament.evening)
    stored = stored_now(tournament)
    if stored.sign_up_token != seen:
        return
    stored.sign_up_token = make_token()
    stored.save(update_fields=["sign_up_token"])
    note(evening, by, DeskAction.RENEW_SIGN_UP)


@transaction.atomic(durable=True)
def enter(tournament: Tournament, details: EntryDetails, *, key: str) -> TournamentEntry:
    """Enter somebody through the link; a form that was sent before is the entry that it made.

    A name that has entered is refused without saying more about that entry.
    """
    evening = attendance.lock(tournament.evening)
    if made := tournament.entries.filter(sign_up_key=key).first():
        return made
    stored = Tournament.objects.filter(pk=tournament.pk).first()
    if stored is None or not stored.accepts_sign_ups:
        raise RuleError(Code.IMPOSSIBLE, None, CLOSED)
    try:
        entry = EntryRegister(tournament, evening.club).enter(details, by_link=True, sign_up_key=key)
    except RuleError as error:
        if error.code != Code.SAME_PLAYER:
            raise
        message = _("Somebody with this name has already entered. If that was not you, add something to your name.")
        raise RuleError(error.code, error.field, message) from error
    note(evening, "", DeskAction.SIGN_UP, entry.name, str(entry.number))
    return entry


@transaction.atomic(durable=True)
def take_back(tournament: Tournament, *, key: str) -> None:
    """Delete the entry that a form made; refused once a round has been drawn or the fee has been paid."""
    evening = attendance.lock(tournament.evening)
    entry = tournament.entries.filter(sign_up_key=key).select_related("player").first() if key else None
    if entry is None:
        raise NotThereError("no entry was made by this form")
    if is_drawn(tournament) or entry.fee_paid_at is not None or stored_now(tournament).is_final:
        message = _("You can no longer take this back here. Ask the organisers.")
        raise RuleError(Code.IMPOSSIBLE, None, message)
    entry.delete()
    forget_guest(entry.player, entry)
    note(evening, "", DeskAction.SIGN_OFF, entry.name, str(entry.number))
