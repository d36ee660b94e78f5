from django.apps import AppConfig


class ReadingConfig(AppConfig):
    name = "scorekeeper.reading"
