"""The addresses of a club's phones."""

from django.urls import path

from scorekeeper.clubs import views

urlpatterns = [
    path("club/", views.phone, name="club_phone"),
    path("club/<secret:token>/", views.join_club, name="join_club"),
]
