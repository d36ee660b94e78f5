"""The context of the table screen, as plain values for its templates."""

from __future__ import annotations

from functools import partial
from textwrap import wrap
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games import registry
from games.scoring.errors import Code, RuleError
from games.scoring.types import ScoredHand
from games.ui.forms import OutcomeForm
from scorekeeper.play import round_progress
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import agreement, ports, services
from scorekeeper.play.screens import journals, table_screen
from scorekeeper.play.screens.summary import listed
from scorekeeper.play.tablet_seating import sides
from scorekeeper.play.views.context import before_hand, of_session
from scorekeeper.play.views.request_params import new_token
from scorekeeper.play.views.tablet_seating import tablet_places

IN_LARGE_TYPE = 23
"""The number of letters that fit on a line of the save button of a phone in its large type."""


def context_of_next_hand(
    access: Access, ledger: SessionLedger, notation: Notation, *, further: bool = False, **status_context: Any
) -> dict[str, Any]:
    """Return the context of the table with the form of the next hand, for those who may record it.

    If that gives a hand back, the button says its result again. Once the planned hands of a round are played, there is
    a form only for a `further` one.
    """
    session = access.session
    takes_hands = access.role == Role.SCORER
    if takes_hands and not further:
        takes_hands = not table_screen.round_is_over(session, ledger, round_progress.of(session, ledger))
    form = new_form(session, ledger) if takes_hands else None
    scored = previewed(session, form)[0] if form and ledger.undone is not None else None
    return context_of(access, ledger, form, notation, scored=scored, **status_context)


def context_of(
    access: Access,
    ledger: SessionLedger,
    form: OutcomeForm | None,
    notation: Notation,
    *,
    token: str = "",
    scored: ScoredHand | None = None,
    **status_context: Any,
) -> dict[str, Any]:
    """Return the context of the table screen.

    Further keywords go into its status message, in place of the sentence on the latest write: the `updates` of what
    others wrote, or a `problem`. With `status`, that is the whole message, already printed.
    """
    position = form.position if form else table_screen.next_hand(ledger)
    tablet_seats = tablet_places(access, ledger)
    of_table = of_session(access, ledger, notation)
    progress = of_table["progress"]
    is_over = form is None and table_screen.round_is_over(access.session, ledger, progress)
    return {
        **of_table,
        **before_hand(position, ledger, notation, progress, is_over=is_over),
        "agreement": _agreement(access) if is_over and access.role == Role.SCORER else None,
        "form": form,
        "rows_wait": partial(ports.sheet_photos().rows_wait, access.session),
        "fields": table_screen.fields(form, notation, ledger.last.people) if form else "",
        "token": token or new_token(),
        "playing": journals.playing(access.session, ledger, notation),
        "calling": calling(access.session, form),
        "prefilled": form is not None and _is_as_offered(form, access.session, ledger),
        "rows": table_screen.rows(access.session, ledger, notation),
        "message": "" if any(status_context.values()) else table_screen.latest_in_words(ledger, notation),
        "undoable": ledger.can_undo,
        "gives_back": ledger.undone is not None and form is not None and bool(form.data),
        "standings": table_screen.standings(
            ledger, position, notation, scored, tablet_seats=tablet_seats, round_over=is_over
        ),
        "sides": sides(ledger.table.players, tablet_seats),
        "why_url": why_url(access, ledger),
        **status_context,
        **of_result(form, scored, notation),
    }


def why_url(access: Access, ledger: SessionLedger) -> str:
    """Return the URL of the derivation of the latest hand, to which the totals lead; empty without hands."""
    return reverse("hand", args=[access.session.public_id, len(ledger.hands)]) if ledger.hands else ""


def _agreement(access: Access) -> dict[str, Any]:
    """Return who has agreed that the round is over, by name, and what this browser is asked."""
    so_far = agreement.of(access.session)
    agreed, missing = (
        listed([_("you") if one.pk == access.pk else one.label for one in phones])
        for phones in (so_far.agreed, so_far.missing)
    )
    return {
        "agreed": agreed,
        "missing": missing,
        "closes": so_far.closes_with(access),
        "has_agreed": so_far.has(access),
    }


def calling(session: Session, form: OutcomeForm | None) -> str:
    """Return what the button beside the call does: `set` or `take_back`, nothing yet (empty), or `never` anything."""
    if form is None or not form.called:
        return "never"
    if session.called and form.call_so_far in ({}, session.called):
        return "take_back"
    return "set" if form.call_so_far else ""


def of_result(form: OutcomeForm | None, scored: ScoredHand | None, notation: Notation) -> dict[str, str]:
    """Return the result on the save button, and what is still missing before there is one."""
    if form is None:
        return {}
    result = table_screen.result(form, scored, notation) if scored else ""
    missing = table_screen.missing_words(form) if form.missing else ""
    is_long = form.general_error is not None or not _fits_on_two_lines(result or missing)
    return {"result": result, "missing": missing, "wordy": "wordy" if is_long else ""}


def _fits_on_two_lines(result: str) -> bool:
    """Return whether the save button of a phone shows a result in large type; a third line would move the bar."""
    words = _("Record: %(result)s") % {"result": result}
    return len(wrap(words, IN_LARGE_TYPE)) <= 2


def previewed(session: Session, form: OutcomeForm) -> tuple[ScoredHand | None, RuleError | None]:
    """Return the hand's score, or why it is refused; neither while something is still missing."""
    try:
        scored = services.preview(session, form.raw())
    except RuleError as error:
        return None, None if error.code == Code.REQUIRED else error
    return (None, None) if form.missing else (scored, None)


def new_form(session: Session, ledger: SessionLedger) -> OutcomeForm | None:
    """Return the form of the next hand, or None if the game is over.

    It is filled in with the hand that was undone, or else with the call set so far.
    """
    position, game = table_screen.next_hand(ledger), registry.get(ledger.rules.slug)
    if ledger.undone is not None:
        return table_screen.form_class(game, ledger.undone.get("call")).of_raw(position, ledger.undone)
    return None if position.over else game.form(position, session.called)


def _is_as_offered(form: OutcomeForm, session: Session, ledger: SessionLedger) -> bool:
    """Return whether a form has nothing but what was undone or called, so that nothing is lost if it is replaced."""
    if ledger.undone is None:
        return form.data == session.called
    offered = new_form(session, ledger)
    return offered is not None and form.data == offered.data
