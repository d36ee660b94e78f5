"""The addresses of the shell. The worker answers for the pages beside and below its own address, and so for all."""

from django.urls import path

from scorekeeper.shell import views

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.worker, name="worker"),
    path("offline/", views.offline, name="offline"),
    path("table/", views.table, name="table"),
]
