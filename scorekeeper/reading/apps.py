from django.apps import AppConfig


class ReadingConfig(AppConfig):
    name = "scorekeeper.reading"

    def ready(self) -> None:
        from scorekeeper.play.recording import ports  # noqa: PLC0415 - it imports models, which exist only now
        from scorekeeper.reading import recording_port  # noqa: PLC0415 - the same

        ports.sheet_photos.register(recording_port)
