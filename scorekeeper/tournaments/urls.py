"""URLs of tournaments: the desk under its evening, and the public pages under `/t/` and a secret."""

from django.urls import include, path

from scorekeeper.tournaments.views import (
    cash,
    entries,
    lists,
    public_result,
    result,
    rounds,
    session_list,
    sign_up,
    terms,
)

desk = [
    path("", entries.entries, name="tournament"),
    path("entries/<int:entry>/", entries.entry, name="tournament_entry"),
    path("sign-up/", sign_up.link, name="tournament_sign_up"),
    path("new/", terms.new, name="tournament_new"),
    path("rounds/", rounds.index, name="tournament_rounds"),
    path("rounds/<int:number>/", rounds.round_, name="tournament_round"),
    path("rounds/<int:number>/tables/<int:table>/", lists.table_list, name="tournament_list"),
    path("lists/", lists.index, name="tournament_lists"),
    path("lists/<int:number>/", lists.index, name="tournament_round_lists"),
    path("terms/", terms.terms, name="tournament_terms"),
    path("ordinary/", terms.ordinary, name="tournament_ordinary"),
    path("result/", result.result, name="tournament_result"),
    path("cash/", cash.cash, name="tournament_cash"),
]
public = [
    path("", public_result.result, name="public_result"),
    path("wall/", public_result.wall, name="public_wall"),
    path("seats/", public_result.seats, name="public_seats"),
    path("sign-up/", sign_up.sign_up, name="sign_up"),
]
urlpatterns = [
    path("club/evenings/<secret:evening>/tournament/", include(desk)),
    path("t/<secret:token>/", include(public)),
    path("s/<secret:public_id>/list/", session_list.session_list, name="table_list"),
]
