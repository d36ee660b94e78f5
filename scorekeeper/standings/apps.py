from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "scorekeeper.standings"

    def ready(self) -> None:
        from scorekeeper.play.recording import ports
        from scorekeeper.standings import results

        ports.results.register(results)
