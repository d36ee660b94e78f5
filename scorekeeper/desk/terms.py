"""Making an evening a tournament, changing its terms while nothing played contradicts them, and undoing a mistake."""

from __future__ import annotations

from typing import NoReturn

from django.db import transaction

from games.scoring.errors import Code, RuleError
from games.scoring.text import Text
from games.scoring.text import message as _
from scorekeeper.clubs.names import tidy
from scorekeeper.desk.audit_notes import DeskAction, note
from scorekeeper.desk.document.terms import TournamentTerms
from scorekeeper.desk.entries import forget_guest
from scorekeeper.desk.models import EntryPayment, Tournament, tournament_of
from scorekeeper.desk.publication import lock
from scorekeeper.desk.stored_result import terms_of
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.queries import lock_evening, refuse_when_final
from scorekeeper.play.errors import ConflictError

OF_SEATED_ROUNDS = ("game", "rules", "options")
TERMS_OF_SEATED_ROUNDS = ("hands", "seed", "odd_tables")


@transaction.atomic(durable=True)
def make(evening: Evening, plan: Tournament, *, by: str = "") -> Tournament:
    """Make an evening the tournament that is planned; if it is one already, return that."""
    locked = lock_evening(evening)
    if existing := tournament_of(locked):
        return existing
    if locked.rounds.exclude(published_at=None).exists():
        _refuse("", _("This evening already has rounds. Start another evening for the tournament."))
    terms_of(plan)
    locked.rounds.all().delete()  # a draft, which only the desk has seen
    plan.evening = locked
    plan.save()
    note(locked, by, DeskAction.MAKE_TOURNAMENT)
    return plan


@transaction.atomic(durable=True)
def change(tournament: Tournament, plan: Tournament, *, by: str = "") -> None:
    """Change what is played and the terms as planned; refuse what contradicts the rounds, entries and payments."""
    stored = lock(tournament)
    terms, changed = terms_of(plan), _changed(stored, plan)
    if not changed:
        return
    refuse_when_final(stored.evening)
    _refuse_seated(stored, terms, changed)
    _refuse_withdrawn(stored, terms)
    _refuse_paid(stored, changed)
    columns = [*OF_SEATED_ROUNDS, "terms"]
    for name in columns:
        setattr(stored, name, getattr(plan, name))
    stored.save(update_fields=columns)
    note(stored.evening, by, DeskAction.CHANGE_TERMS, *changed)


@transaction.atomic(durable=True)
def make_ordinary(tournament: Tournament, *, entries: int, reason: str, by: str = "") -> None:
    """Delete the terms and all entries of a tournament; who is present and the tables stay, as of any evening.

    Raise `RuleError` once it has gone too far for that, and without a reason, at `reason`; `ConflictError` if there are
    not as many entries as were seen. Doing it twice changes nothing.
    """
    evening = lock_evening(tournament.evening)
    stored = tournament_of(evening)
    if stored is None:
        return
    refuse_ordinary(stored)
    if not tidy(reason):
        _refuse("reason", _("Give a reason for the journal."), Code.REQUIRED)
    deleted = list(stored.entries.select_related("player"))
    if len(deleted) != entries:
        raise ConflictError
    evening.rounds.all().delete()  # a draft, which only the desk has seen
    stored.delete()
    evening.is_sealed = False
    evening.save(update_fields=["is_sealed"])
    for entry in deleted:
        forget_guest(entry.player, entry)
    note(evening, by, DeskAction.MAKE_ORDINARY, str(entries), tidy(reason))


def refuse_ordinary(tournament: Tournament) -> None:
    """Raise `RuleError` for a tournament that people have been seated in or paid for, which must stay one."""
    if published := tournament.evening.rounds.exclude(published_at=None).first():
        message = _("Round {round} has been published, so this evening stays a tournament.", round=published.number)
        _refuse("", message)
    if paid := tournament.entries.exclude(payments=None).first():
        _refuse("", _("{name} has paid the fee. Give it back and remove the tick first.", name=paid.name))
    refuse_when_final(tournament.evening)


def _changed(before: Tournament, after: Tournament) -> list[str]:
    """Return what differs, by its name in the document."""
    terms = dict.fromkeys((*before.terms, *after.terms))
    return [
        *(name for name in OF_SEATED_ROUNDS if getattr(before, name) != getattr(after, name)),
        *(name for name in terms if before.terms.get(name) != after.terms.get(name)),
    ]


def _refuse(field: str, message: Text, code: Code = Code.IMPOSSIBLE) -> NoReturn:
    raise RuleError(code, field, message)


def _refuse_seated(tournament: Tournament, terms: TournamentTerms, changed: list[str]) -> None:
    """Refuse to change what the seated rounds were made with."""
    before = terms_of(tournament)
    seated = sorted(tournament.evening.rounds.values_list("number", flat=True))
    if not seated:
        return
    if terms.rounds < seated[-1]:
        _refuse("terms.rounds", _("Round {round} has already been seated.", round=seated[-1]))
    for name in changed:
        if name in OF_SEATED_ROUNDS or name in TERMS_OF_SEATED_ROUNDS:
            field = name if name in OF_SEATED_ROUNDS else f"terms.{name}"
            _refuse(field, _("This can’t be changed: round {round} has already been seated with it.", round=seated[0]))
    for number in seated:
        if terms.seating_of(number) != before.seating_of(number):
            message = _("This can’t be changed: round {round} has already been seated with it.", round=number)
            _refuse(f"terms.seating.{number - 1}", message)


def _refuse_withdrawn(tournament: Tournament, terms: TournamentTerms) -> None:
    late = tournament.entries.filter(withdrawn_after__gt=terms.rounds).first()
    if late is not None:
        _refuse(
            "terms.rounds",
            _("{name} withdrew only after round {round}.", name=late.name, round=late.withdrawn_after),
        )


def _refuse_paid(tournament: Tournament, changed: list[str]) -> None:
    """Refuse another fee while somebody has paid this one."""
    fees = tournament.entries.filter(payments__what=EntryPayment.What.FEE)
    paid = fees.first() if "entry_fee" in changed else None
    if paid is not None:
        message = _("{name} has already paid this fee. Remove the ticks from the entries first.", name=paid.name)
        _refuse("terms.entry_fee", message)
