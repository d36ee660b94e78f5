from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StandingsConfig(AppConfig):
    name = "scorekeeper.standings"
    verbose_name = _("The club")  # the section of the organisers' panel that lists its models

    def ready(self) -> None:
        from scorekeeper.play.recording import ports  # noqa: PLC0415 - it imports models, which exist only now
        from scorekeeper.standings import results  # noqa: PLC0415 - the same

        ports.results.register(results)
