from django.apps import AppConfig


class ReadingConfig(AppConfig):
    name = "scorekeeper.reading"

    def ready(self) -> None:
        from scorekeeper.play.recording import ports  # noqa: PLC0415 - it imports models, which exist only now
        from scorekeeper.printing.transcript.sheet_drafts import photographed_sheets  # noqa: PLC0415 - the same
        from scorekeeper.reading import recording_port, waiting_rows  # noqa: PLC0415 - the same

        ports.sheet_photos.register(recording_port)
        photographed_sheets.register(waiting_rows)
