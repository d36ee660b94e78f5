"""The form for what to print of a tournament, and of which round."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games import registry
from scorekeeper.printing.forms import LISTS, PLACE_CARDS, SEATING, LookForm, camera_choices, choice_field

OF_A_ROUND = (LISTS, SEATING, PLACE_CARDS)


class TournamentPaperForm(LookForm):
    """A form with the published rounds to choose from, the last one first, if the paper is for one round."""

    def __init__(self, query: QueryDict, what: Sequence[str], rounds: Sequence[int]) -> None:
        self.rounds = [str(number) for number in rounds]
        latest = self.rounds[-1] if rounds else ""
        camera = camera_choices(registry.all_games())
        super().__init__(query, what, more={"round": query.get("round") or latest}, camera=camera)
        if self.data["what"] in OF_A_ROUND and len(rounds) > 1:
            self.fields["round"] = choice_field(_("Round"), [(number, number) for number in self.rounds])

    @property
    def round(self) -> int:
        """The number of the round, 0 if none is published; the form must be valid."""
        return int(self.cleaned_data.get("round") or (self.rounds[-1] if self.rounds else 0))
