"""URLs of a club's phones, below `/club/`. The link comes last, since its pattern matches anything."""

from django.urls import path

from scorekeeper.clubs import views

urlpatterns = [
    path("phone/", views.phone, name="club_phone"),
    path("<secret:token>/", views.join_club, name="join_club"),
]
