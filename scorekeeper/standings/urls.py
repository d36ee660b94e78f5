"""URLs of a club's first page, its standings and its people, under `/club/`."""

from django.urls import path

from scorekeeper.standings.views import championship, club, members, standings

urlpatterns = [
    path("", club.club, name="club"),
    path("standings/", standings.table, name="standings"),
    path("standings/championship/", championship.table, name="championship"),
    path("members/", club.people, name="members"),
    path("members/<int:pk>/", members.member, name="member"),
    path("members/<int:pk>/sessions/", members.sessions, name="member_sessions"),
]
