"""URLs of files that the club's phones read in."""

from django.urls import path

from scorekeeper.files import views

urlpatterns = [
    path("club/evenings/<secret:evening>/tournament/import/", views.import_entries, name="tournament_import"),
]
