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
from scorekeeper.play.recording.session_details import SessionDetails, can_be_renamed

LONGEST_NOTE = 500


class SessionDetailsForm(forms.Form):
    """Shows the details as they are or, with `data`, validates those that were posted.

    A closed session has fields for title and note only. Members of a club have a name that can't be edited.
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
        self.seats, self.before = seats, SessionDetails.of(session, seats)
        names = {f"player-{seat.place}": seat.name for seat in seats}
        initial = {"title": session.title, "note": session.note, "stake": session.stake, "currency": session.currency}
        super().__init__(data, initial=initial | names, label_suffix="")
        self.currencies = CURRENCIES
        if session.closed_at is not None:
            del self.fields["stake"], self.fields["currency"]
            return
        for seat in seats:
            self.fields[f"player-{seat.place}"] = self._name_field(seat, known=not can_be_renamed(session, seat))

    def _name_field(self, seat: Seat, *, known: bool) -> forms.Field:
        attrs = {"class": "input", "autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
        return NameField(
            label=_("Player %(number)s") % {"number": seat.place + 1},
            help_text=_("The organisers can change the name of a member.") if known else "",
            disabled=known,
            error_messages={"required": _("Who sits here?")},
            widget=forms.TextInput(attrs=attrs),
        )

    def names(self) -> Iterator[BoundField]:
        """Return the fields of the names, in seat order; none for a closed session."""
        for seat in self.seats:
            if f"player-{seat.place}" in self.fields:
                yield self[f"player-{seat.place}"]

    def wanted(self) -> SessionDetails:
        """Return the details that are asked for; the form must be valid."""
        cleaned, before = self.cleaned_data, self.before
        return SessionDetails(
            names=tuple(cleaned.get(f"player-{seat.place}", seat.name) for seat in self.seats),
            stake=cleaned.get("stake", before.stake),
            currency=cleaned.get("currency", before.currency).strip() or before.currency,
            title=cleaned["title"],
            note=cleaned["note"],
        )

    def refuse(self, error: RuleError) -> None:
        """Show the message of a refusal at its field, or at the form if it has no such field."""
        name = (error.field or "").replace("players.", "player-")
        self.add_error(name if name in self.fields else None, ValidationError(in_words(error.message)))
