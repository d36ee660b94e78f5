from django.apps import AppConfig


class EveningsConfig(AppConfig):
    name = "scorekeeper.evenings"

    def ready(self) -> None:
        from scorekeeper.evenings import for_tables
        from scorekeeper.play.recording import ports

        ports.evenings.register(for_tables)
