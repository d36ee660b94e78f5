"""The form for the details of a session: its title and note, the names of its players, and the stake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from games.scoring.errors import RuleError
from scorekeeper.clubs.name_fields import TOO_LONG, NameField, validate_visible
from scorekeeper.play.form_fields import CURRENCIES, StakeField
from scorekeeper.play.ledger.formatting import in_words
from scorekeeper.play.models import Seat, Session
from scorekeeper.play.recording.session_details import SessionDetails

LONGEST_NOTE = 500
NAME_ATTRIBUTES = {
    "class": "input",
    "list": "known-players",
    "autocomplete": "off",
    "autocapitalize": "words",
    "spellcheck": "false",
}


class SessionDetailsForm(forms.Form):
    """Shows the details as they are or, with `data`, validates those that were posted.

    `seats` have the latest seat of each person. A closed session has no fields for the stake.
    """

    use_required_attribute = False
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
    stake = StakeField(
        required=False,
        label=_("Stake per point"),
        help_text=_("Per point, such as 0.05. Leave empty to play for points only."),
    )
    currency = forms.CharField(
        required=False,
        max_length=8,
        validators=[validate_visible],
        error_messages=TOO_LONG,
        label=_("Currency"),
        widget=forms.TextInput(attrs={"class": "input", "list": "currencies", "autocomplete": "off"}),
    )

    def __init__(self, session: Session, seats: Sequence[Seat], data: Any = None) -> None:
        self.session, self.before = session, SessionDetails.of(session, seats)
        names = {f"player-{number}": seat.name for number, seat in enumerate(seats)}
        initial = {"title": session.title, "note": session.note, "stake": session.stake, "currency": session.currency}
        super().__init__(data, initial=initial | names, label_suffix="")
        self.currencies = CURRENCIES
        if session.closed_at is not None:
            del self.fields["stake"], self.fields["currency"]
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
            currency=cleaned.get("currency", before.currency).strip() or before.currency,
            title=cleaned["title"],
            note=cleaned["note"],
        )

    def refuse(self, error: RuleError) -> None:
        """Show the message of a refusal at its field, or at the form if it has no such field."""
        name = (error.field or "").replace("players.", "player-")
        self.add_error(name if name in self.fields else None, ValidationError(in_words(error.message)))
