"""The clubs of a signed-in organiser, and which club's pages the organiser reads.

An organiser's browser need not be a phone of the club: it may read every page that the club's phones may read. To
write, make it a phone of the club or use the panel.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.forms import HiddenInput, ModelChoiceField
from django.http import HttpRequest

from scorekeeper.clubs.models import Club

CHOSEN = "club"
"""Both the query parameter that chooses one of several clubs and the session key that stores the choice."""
LONGEST_KEY = 18


def clubs_of(user: User | AnonymousUser) -> QuerySet[Club]:
    """Return the clubs that a user looks after, all clubs for a superuser."""
    if user.is_active and user.is_superuser:
        return Club.objects.all()
    if not user.is_active or user.pk is None:
        return Club.objects.none()
    return Club.objects.filter(organisers__user=user)


def looks_after_one(request: HttpRequest) -> bool:
    """Return whether the user is an organiser or a superuser; at most one query per request."""
    if request.user.is_superuser:
        return True
    if not hasattr(request, "looks_after_one"):
        request.looks_after_one = clubs_of(request.user).exists()  # type: ignore[attr-defined]
    found: bool = request.looks_after_one  # type: ignore[attr-defined]
    return found


def hide_single_choice(field: ModelChoiceField[Any]) -> None:
    """Preselect and hide a form's club field if there is only one club to choose from."""
    clubs = list(field.queryset[:2]) if field.queryset is not None else []
    if len(clubs) == 1:
        field.initial, field.widget = clubs[0].pk, HiddenInput()


def chosen_club(request: HttpRequest) -> Club | None:
    """Return the club that an organiser chose with `?club=<key>`, now or earlier in this session.

    Who is signed in is only looked up if a club was chosen.
    """
    key = request.GET.get(CHOSEN, "")
    is_key = key.isascii() and key.isdigit() and len(key) <= LONGEST_KEY
    if is_key and (club := clubs_of(request.user).filter(pk=key).first()):
        request.session[CHOSEN] = club.pk
        return club
    if CHOSEN not in request.session or not request.user.is_authenticated:
        return None
    return clubs_of(request.user).filter(pk=request.session[CHOSEN]).first()


def club_read_by(request: HttpRequest) -> Club | None:
    """Return the club whose pages an organiser reads: the chosen one or the first by name; None for others."""
    return chosen_club(request) or clubs_of(request.user).order_by("name", "pk").first()
