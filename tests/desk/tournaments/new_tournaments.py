"""A new tournament as the browser sends it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.urls import reverse

from scorekeeper.evenings.models import Evening
from tests.desk.club_evening import ClubEvening

SKAT, TAROT, BOSTON = "skat:isko", "tarot:fft", "boston:decimal"


def url_of(name: str, evening: Evening) -> str:
    return reverse(name, args=[evening.public_id])


def form_of(club: ClubEvening, game: str = SKAT) -> dict[str, Any]:
    """What the form of a new tournament posts as the page shows it, with the usual terms of a game."""
    page = club.phone.post(url_of("tournament_new", club.evening), {"action": "game", "game": game})
    return {"game": game, **shown_in(page.context["form"])}


def shown_in(form: forms.Form) -> dict[str, Any]:
    return {field.html_name: value for field in form if (value := field.value()) not in (None, False, "")}


def make(club: ClubEvening, game: str = SKAT, **changes: Any) -> Any:
    data = {**form_of(club, game), **changes}
    return club.phone.post(url_of("tournament_new", club.evening), data)
