"""The addresses of a club's phones."""

from django.urls import include, path

from scorekeeper.clubs import views
from scorekeeper.play.views import accounts, club, members, standings

urlpatterns = [
    path("club/", club.club, name="club"),
    path("club/phone/", views.phone, name="club_phone"),
    path("club/standings/", standings.table, name="standings"),
    path("club/members/", club.people, name="members"),
    path("club/members/<int:pk>/", members.member, name="member"),
    path("club/members/<int:pk>/sessions/", members.sessions, name="member_sessions"),
    path("club/evenings/", include("scorekeeper.play.evening_urls")),
    path("club/sign-in/", accounts.sign_in, name="sign_in"),
    path("club/sign-out/", accounts.sign_out, name="sign_out"),
    path("club/set-password/<secret:uidb64>/<secret:token>/", accounts.set_password, name="set_password"),
    path("club/me/", accounts.me, name="me"),
    path("club/me/name/", accounts.name, name="my_name"),
    path("club/me/password/", accounts.password, name="my_password"),
    path("club/<secret:token>/", views.join_club, name="join_club"),
]
