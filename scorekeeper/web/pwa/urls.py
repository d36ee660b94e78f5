"""URLs of the installable app. The worker is served from the root, so its scope is the whole site."""

from django.urls import path

from scorekeeper.web.pwa import views

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.worker, name="worker"),
    path("offline/", views.offline, name="offline"),
]
