"""URLs of tournaments: the desk under its evening, and the public pages under `/t/` and a secret."""

from django.urls import include, path

import scorekeeper.web.converters  # noqa: F401 - the kinds of arguments below
from scorekeeper.tournaments.views import entries, rounds, terms

desk = [
    path("", entries.entries, name="tournament"),
    path("new/", terms.new, name="tournament_new"),
    path("rounds/", rounds.index, name="tournament_rounds"),
    path("rounds/<int:number>/", rounds.round_, name="tournament_round"),
    path("terms/", terms.terms, name="tournament_terms"),
]
urlpatterns = [
    path("club/evenings/<secret:evening>/tournament/", include(desk)),
]
