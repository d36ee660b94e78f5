"""URLs of the home table's people, under `/people/`."""

from django.urls import path

from scorekeeper.standings.views import home_table

urlpatterns = [
    path("", home_table.people, name="home_people"),
    path("<secret:uid>/", home_table.person, name="home_person"),
]
