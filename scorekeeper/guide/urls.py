"""URLs of the guides, which are public."""

from django.urls import path

from scorekeeper.guide import views

urlpatterns = [
    path("guide/", views.table, name="guide"),
    path("guide/organiser/", views.organiser, name="guide_organiser"),
]
