"""URLs of a club's first page, its standings and its people, and of the people of a home table."""

from django.urls import include, path

from scorekeeper.standings.pages import championship, club, home_table, members, standings

of_a_club = [
    path("", club.club, name="club"),
    path("standings/", standings.table, name="standings"),
    path("standings/championship/", championship.table, name="championship"),
    path("members/", club.people, name="members"),
    path("members/<int:pk>/", members.member, name="member"),
    path("members/<int:pk>/sessions/", members.sessions, name="member_sessions"),
]
people = [
    path("", home_table.people, name="home_people"),
    path("<secret:uid>/", home_table.person, name="home_person"),
]
urlpatterns = [
    path("club/", include(of_a_club)),
    path("people/", include(people)),
]
