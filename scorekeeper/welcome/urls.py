"""URLs of the first minutes."""

from django.urls import path

from scorekeeper.welcome import views

urlpatterns = [
    path("welcome/", views.ready, name="ready"),
    path("welcome/<secret:token>/", views.welcome, name="welcome"),
    path("welcome/<secret:token>/club/", views.first_club, name="first_club"),
    path("demo/", views.demo, name="demo"),
    path("demo/throw-away/", views.throw_demo_away, name="throw_demo_away"),
]
