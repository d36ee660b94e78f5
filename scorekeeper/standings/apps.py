from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "scorekeeper.standings"

    def ready(self) -> None:
        from scorekeeper.play.recording import ports  # noqa: PLC0415 - it imports models, which exist only now
        from scorekeeper.standings import results  # noqa: PLC0415 - the same

        ports.results.register(results)
