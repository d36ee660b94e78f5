"""Sign-ups by the link: anyone with the link leaves a name, and the desk confirms them or turns them down.

Until then nobody of that name is in the club, and the list of entries is as it was.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.desk import entries
from scorekeeper.desk.audit_notes import DeskAction, note
from scorekeeper.desk.entries import EnteredLines, forget_guest, is_drawn
from scorekeeper.desk.models import SignUp, Tournament
from scorekeeper.desk.publication import lock, stored_now
from scorekeeper.desk.register import EntryDetails, EntryRegister
from scorekeeper.evenings.queries import lock_evening
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.models import make_token

CLOSED = _("Sign-up through this link is closed. Ask the organisers.")
FULL = _("All places are taken. Ask the organisers.")


@transaction.atomic(durable=True)
def set_open(tournament: Tournament, *, is_open: bool, places: int | None = None, by: str = "") -> None:
    """Let anyone with the link sign up as long as there are places, or close it."""
    stored = lock(tournament)
    if places is not None and places != stored.sign_up_places:
        stored.sign_up_places = places
        stored.save(update_fields=["sign_up_places"])
    if stored.sign_up_open is not is_open:
        stored.sign_up_open = is_open
        stored.save(update_fields=["sign_up_open"])
        note(stored.evening, by, DeskAction.OPEN_SIGN_UP if is_open else DeskAction.CLOSE_SIGN_UP)


@transaction.atomic(durable=True)
def renew(tournament: Tournament, *, seen: str, by: str = "") -> None:
    """Replace the link that was `seen`, which then leads nowhere. Entries and sign-ups stay."""
    stored = lock(tournament)
    if stored.sign_up_token != seen:
        return
    stored.sign_up_token = make_token()
    stored.save(update_fields=["sign_up_token"])
    note(stored.evening, by, DeskAction.RENEW_SIGN_UP)


@transaction.atomic(durable=True)
def add(tournament: Tournament, details: EntryDetails, *, key: str) -> None:
    """Sign somebody up through the link; a form that was sent before does nothing.

    Names are not compared with those of the entries: the answer would tell anyone with the link who plays.
    """
    lock_evening(tournament.evening)
    if tournament.sign_ups.filter(key=key).exists() or tournament.entries.filter(sign_up_key=key).exists():
        return
    stored = Tournament.objects.filter(pk=tournament.pk).first()
    if stored is None or not stored.accepts_sign_ups:
        raise RuleError(Code.IMPOSSIBLE, None, CLOSED)
    if stored.entries.count() + stored.sign_ups.count() >= stored.sign_up_places:
        raise RuleError(Code.OVER, None, FULL)
    tidied = details.tidied()
    SignUp.objects.create(tournament=stored, key=key, name=tidied.name, team=tidied.team, category=tidied.category)


@transaction.atomic(durable=True)
def confirm(tournament: Tournament, keys: Collection[int], *, by: str = "") -> EnteredLines:
    """Enter those who signed up, in their order; those who can't be entered are returned, and go on waiting."""
    evening = entries.lock(tournament)
    register, entered = EntryRegister(tournament, evening.club), EnteredLines()
    for waiting in tournament.sign_ups.filter(pk__in=keys):
        details = EntryDetails(name=waiting.name, team=waiting.team, category=waiting.category)
        try:
            entry = register.enter(details, by_link=True, sign_up_key=waiting.key)
        except RuleError as error:
            entered.refused.append((waiting.name, error.message))
            continue
        waiting.delete()
        entered.entries.append(entry)
        note(evening, by, DeskAction.CONFIRM_SIGN_UP, entry.name, str(entry.number))
    return entered


@transaction.atomic(durable=True)
def turn_down(tournament: Tournament, keys: Collection[int], *, by: str = "") -> None:
    """Delete sign-ups."""
    evening = entries.lock(tournament)
    for waiting in tournament.sign_ups.filter(pk__in=keys):
        waiting.delete()
        note(evening, by, DeskAction.TURN_DOWN_SIGN_UP, waiting.name)


@transaction.atomic(durable=True)
def take_back(tournament: Tournament, *, key: str) -> None:
    """Delete what a form made: a sign-up or, until a round has been drawn or the fee has been paid, an entry."""
    evening = lock_evening(tournament.evening)
    if key and tournament.sign_ups.filter(key=key).delete()[0]:
        return
    entry = tournament.entries.filter(sign_up_key=key).select_related("player").first() if key else None
    if entry is None:
        raise NotThereError("no entry was made by this form")
    if is_drawn(tournament) or entry.payments.exists() or stored_now(tournament).evening.is_final:
        message = _("You can no longer take this back here. Ask the organisers.")
        raise RuleError(Code.IMPOSSIBLE, None, message)
    entry.delete()
    forget_guest(entry.player, entry)
    note(evening, "", DeskAction.SIGN_OFF, entry.name, str(entry.number))
