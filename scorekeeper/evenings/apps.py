from django.apps import AppConfig


class EveningsConfig(AppConfig):
    name = "scorekeeper.evenings"

    def ready(self) -> None:
        from scorekeeper.evenings import recording_port
        from scorekeeper.play.recording import ports

        ports.evenings.register(recording_port)
