from django.apps import AppConfig


class PrintingConfig(AppConfig):
    name = "scorekeeper.printing"
    label = "paper"  # the prefix of its database tables
