"""URLs of the desk: a club's evenings, their tournaments, and the public pages under `/t/` and a secret."""

from django.urls import include, path

from scorekeeper.desk.pages import (
    cash,
    dates,
    entries,
    evening,
    lists,
    public_result,
    result,
    round_page,
    rounds,
    seat_draw,
    session_list,
    sign_up,
    terms,
    tournament_rounds,
)


def draws_seats(address: str) -> bool:
    """Return whether posting to a URL draws seats, which can take a core for half a second.

    >>> draws_seats("/club/evenings/Ab12/draw/"), draws_seats("/club/evenings/Ab12/rounds/1/")
    (True, False)
    """
    return address.startswith("/club/evenings/") and address.endswith(("/draw/", "/tournament/rounds/"))


evenings = [
    path("", evening.index, name="evenings"),
    path("dates/", dates.dates, name="dates"),
    path("<secret:evening>/", evening.evening, name="evening"),
    path("<secret:evening>/details/", evening.details, name="evening_details"),
    path("<secret:evening>/check-in/", evening.check_in, name="evening_check_in"),
    path("<secret:evening>/leave/", evening.leave, name="evening_leave"),
    path("<secret:evening>/undo-check-in/", evening.undo_check_in, name="evening_undo_check_in"),
    path("<secret:evening>/people/<int:player>/", evening.person, name="evening_person"),
    path("<secret:evening>/draw/", seat_draw.draw, name="evening_draw"),
    path("<secret:evening>/seats/", rounds.seats, name="evening_seats"),
    path("<secret:evening>/rounds/<int:number>/", round_page.round_, name="round"),
    path("<secret:evening>/rounds/<int:number>/draw/", round_page.round_, name="round_draw"),
    path("<secret:evening>/rounds/<int:number>/clock/", evening.clock, name="evening_clock"),
    path("<secret:evening>/links/", evening.links, name="evening_links"),
    path("<secret:evening>/cash/", cash.cash, name="evening_cash"),
    path("<secret:evening>/cash/payments/", cash.payments, name="evening_payments"),
    path("<secret:evening>/cash/withdraw/", cash.withdraw, name="evening_withdraw"),
]
tournament = [
    path("", entries.entries, name="tournament"),
    path("entries/<int:entry>/", entries.entry, name="tournament_entry"),
    path("sign-up/", sign_up.link, name="tournament_sign_up"),
    path("new/", terms.new, name="tournament_new"),
    path("rounds/", tournament_rounds.index, name="tournament_rounds"),
    path("rounds/<int:number>/tables/<int:table>/", lists.table_list, name="tournament_list"),
    path("lists/", lists.index, name="tournament_lists"),
    path("lists/<int:number>/", lists.index, name="tournament_round_lists"),
    path("terms/", terms.terms, name="tournament_terms"),
    path("ordinary/", terms.ordinary, name="tournament_ordinary"),
    path("result/", result.result, name="tournament_result"),
]
public = [
    path("", public_result.result, name="public_result"),
    path("wall/", public_result.wall, name="public_wall"),
    path("seats/", public_result.seats, name="public_seats"),
    path("sign-up/", sign_up.sign_up, name="sign_up"),
]
urlpatterns = [
    path("club/evenings/", include(evenings)),
    path("club/evenings/<secret:evening>/tournament/", include(tournament)),
    path("club/calendar/<secret:token>.ics", dates.ics, name="calendar"),
    path("t/<secret:token>/", include(public)),
    path("s/<secret:public_id>/list/", session_list.session_list, name="table_list"),
]
