from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "scorekeeper.tournaments"
    verbose_name = _("The club")  # the section of the organisers' panel that lists its models

    def ready(self) -> None:
        from scorekeeper.play.recording import ports  # noqa: PLC0415 - it imports models, which exist only now
        from scorekeeper.tournaments import list_notice  # noqa: PLC0415 - the same

        ports.table_lists.register(list_notice)
