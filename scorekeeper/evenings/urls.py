"""URLs of a club's evenings, under `/club/evenings/`."""

from django.urls import path

from scorekeeper.evenings.views import evenings, payments, rounds, seat_draw, settlement

urlpatterns = [
    path("", evenings.index, name="evenings"),
    path("<secret:evening>/", evenings.evening, name="evening"),
    path("<secret:evening>/details/", evenings.details, name="evening_details"),
    path("<secret:evening>/check-in/", evenings.check_in, name="evening_check_in"),
    path("<secret:evening>/leave/", evenings.leave, name="evening_leave"),
    path("<secret:evening>/undo-check-in/", evenings.undo_check_in, name="evening_undo_check_in"),
    path("<secret:evening>/people/<int:player>/", evenings.person, name="evening_person"),
    path("<secret:evening>/draw/", seat_draw.draw, name="evening_draw"),
    path("<secret:evening>/seats/", rounds.seats, name="evening_seats"),
    path("<secret:evening>/rounds/<int:number>/clock/", rounds.clock, name="evening_clock"),
    path("<secret:evening>/links/", evenings.links, name="evening_links"),
    path("<secret:evening>/settlement/", settlement.settlement, name="evening_settlement"),
    path("<secret:evening>/settlement/payments/", payments.payments, name="evening_payments"),
    path("<secret:evening>/settlement/withdraw/", settlement.withdraw, name="evening_withdraw"),
]
