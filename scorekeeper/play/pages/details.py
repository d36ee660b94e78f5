"""The details of a session: its title and note, the names of its players, and the stake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import registry
from games.scoring.errors import RuleError
from scorekeeper.clubs.name_fields import TOO_LONG, NameField
from scorekeeper.evenings.errors import EveningSettledError, ResultStandsError
from scorekeeper.play import queries, recording
from scorekeeper.play.access import writing_access_of
from scorekeeper.play.errors import ConflictError, SessionClosedError, UnchangedError
from scorekeeper.play.evening_tables import refuse_change_of
from scorekeeper.play.form_fields import MoneyForm, list_field
from scorekeeper.play.formatting import in_words, notation_for
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Access, Seat, Session, Verb
from scorekeeper.play.pages import table_screen
from scorekeeper.play.pages.shared import TablePage, refusal, revision_of, token_of, write_of
from scorekeeper.play.recording.details import SessionDetails, plan_details
from scorekeeper.play.recording.start import known_by_name
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE

LONGEST_NOTE = 500
NAME_ATTRIBUTES = {
    "class": "input",
    "list": "known-players",
    "autocomplete": "off",
    "autocapitalize": "words",
    "spellcheck": "false",
}


class SessionDetailsForm(MoneyForm):
    """Shows the details as they are or, with `data`, validates those that were posted.

    `seats` have the latest seat of each person. A closed session has no fields for the stake.
    """

    title = NameField(
        required=False,
        label=_("Title"),
        help_text=_("For example, the occasion. It is shown beside the game."),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    note = forms.CharField(
        required=False,
        max_length=LONGEST_NOTE,
        error_messages=TOO_LONG,
        label=_("Note"),
        widget=forms.Textarea(attrs={"class": "input", "rows": 3}),
    )

    def __init__(self, session: Session, seats: Sequence[Seat], data: Any = None) -> None:
        self.session, self.before = session, SessionDetails.from_session(session, seats)
        names = {f"player-{number}": seat.name for number, seat in enumerate(seats)}
        super().__init__(data, initial=asdict(self.before) | names, label_suffix="")
        game = registry.get(session.game)
        self.fit(game.rules.rule_sets[session.rules], session.club)
        if game.list_lengths and session.round_id is None:
            self.fields["planned_hands"] = list_field(game)
        if session.closed_at is not None:
            self.fields = {name: self.fields[name] for name in ("title", "note")}
        for number, seat in enumerate(seats):
            is_member = session.club_id is not None and not seat.player.guest
            self.fields[f"player-{number}"] = NameField(
                label=_("Player %(number)s") % {"number": number + 1},
                help_text=_("The organisers can change the name of a member.") if is_member else "",
                error_messages={"required": _("Who sits here?")},
                widget=forms.TextInput(attrs=NAME_ATTRIBUTES),
            )

    def names(self) -> Iterator[BoundField]:
        """Return the fields of the names."""
        for number in range(len(self.before.names)):
            yield self[f"player-{number}"]

    def shows_people(self) -> bool:
        """Return whether the page from which the form was sent showed the people of the session as they are."""
        return self._shown_people() == list(self.before.names)

    def _shown_people(self) -> list[str]:
        return str(self.data.get("people", "")).splitlines()

    def again(self, seats: Sequence[Seat]) -> SessionDetailsForm:
        """Return the form as filled in, after somebody else's change; with the names that are there if they changed."""
        data = dict(self.data.items())
        if self._shown_people() != [seat.name for seat in seats]:
            data |= {f"player-{number}": seat.name for number, seat in enumerate(seats)}
        return SessionDetailsForm(self.session, seats, data)

    def wanted(self) -> SessionDetails:
        """Return the details that are asked for; the form must be valid."""
        cleaned, before = self.cleaned_data, self.before
        return SessionDetails(
            names=tuple(cleaned[f"player-{number}"] for number in range(len(before.names))),
            stake=cleaned.get("stake", before.stake),
            currency=cleaned.get("currency", before.currency),
            kitty=cleaned.get("kitty", before.kitty),
            planned_hands=cleaned.get("planned_hands", before.planned_hands),
            title=cleaned["title"],
            note=cleaned["note"],
        )

    def refuse(self, error: RuleError) -> None:
        """Show the message of a refusal at its field, or at the form if it has no such field."""
        name = (error.field or "").replace("players.", "player-")
        self.add_error(name if name in self.fields else None, ValidationError(in_words(error.message)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def session_details(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the details, or change them and return to the table."""
    access = writing_access_of(request, public_id)
    session, people = access.session, queries.people(access.session)
    form, problem, status, revision = SessionDetailsForm(session, people), "", 200, session.revision
    exchange: dict[str, Any] = {}
    if request.method == "POST":
        form, status, revision = SessionDetailsForm(session, people, request.POST), UNPROCESSABLE, revision_of(request)
        if form.is_valid() or not form.shows_people():
            try:
                exchange = _write_or_ask(request, access, form)
                if not exchange:
                    return redirect("session", public_id)
                status = 200
            except (UnchangedError, SessionClosedError):
                if session.closed_at is None or "stake" not in request.POST:
                    return redirect("session", public_id)
                problem, status = gettext("The session has been closed. Reopen it to change the stake."), CONFLICT
            except (EveningSettledError, ResultStandsError) as error:
                problem, status = refusal(error, session)
            except RuleError as error:
                form.refuse(error)
            except ConflictError as error:
                if not form.shows_people() and session.changes.filter(token=token_of(request)).exists():
                    return redirect("session", public_id)  # the form was sent twice
                problem, status = refusal(error, session)
                revision = session.revision
                form = form.again(queries.people(session))
    context = {
        **TablePage.from_request(request, access).context,
        "form": form,
        "people": "\n".join(form.before.names),
        "known_names": sorted(player.name for player in known_by_name(access.device, session.club).values()),
        "problem": problem,
        "seen": revision,
        "token": token_of(request),
        **exchange,
    }
    return render(request, "play/session_details.html", context, status=status)


def _write_or_ask(request: HttpRequest, access: Access, form: SessionDetailsForm) -> dict[str, Any]:
    """Change the details, or return the totals with other people in the seats, for the page that asks first.

    Raise `ConflictError` if the page showed other people than there are, and what changing the details raises.
    """
    if not form.shows_people():
        raise ConflictError
    ledger = session_ledger(access.session)
    step = plan_details(access.session, access, ledger, form.wanted())[-1]
    if step.verb != Verb.EXCHANGE_PEOPLE:
        recording.change_details(write_of(request, access), wanted=form.wanted())
        return {}
    refuse_change_of(access.session)
    names = step.after["names"]
    if request.POST.get("sure", "").splitlines() == names:
        recording.exchange_people(write_of(request, access), wanted=form.wanted())
        return {}
    return {"sure": "\n".join(names), **table_screen.exchange(ledger, names, notation_for(request, access.session))}
