"""The addresses of a club's phones."""

from django.urls import include, path

from scorekeeper.clubs import views
from scorekeeper.play.views import club, members, standings

urlpatterns = [
    path("club/", club.club, name="club"),
    path("club/phone/", views.phone, name="club_phone"),
    path("club/standings/", standings.table, name="standings"),
    path("club/members/", club.people, name="members"),
    path("club/members/<int:pk>/", members.member, name="member"),
    path("club/members/<int:pk>/sessions/", members.sessions, name="member_sessions"),
    path("club/evenings/", include("scorekeeper.play.evening_urls")),
    path("club/<secret:token>/", views.join_club, name="join_club"),
]
