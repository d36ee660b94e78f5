from django.apps import AppConfig


class WelcomeConfig(AppConfig):
    name = "scorekeeper.welcome"
