from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "scorekeeper.tournaments"
    verbose_name = _("The club")  # the section of the organisers' panel that lists its models

    def ready(self) -> None:
        from scorekeeper.evenings.ports import tournament_rounds  # noqa: PLC0415 - it imports models, which exist only now
        from scorekeeper.play.recording import ports  # noqa: PLC0415 - the same
        from scorekeeper.standings.paper_tables import paper_tables  # noqa: PLC0415 - the same
        from scorekeeper.tournaments import standings_port  # noqa: PLC0415 - the same
        from scorekeeper.tournaments.desk import seating  # noqa: PLC0415 - the same
        from scorekeeper.tournaments.lists import session_notice  # noqa: PLC0415 - the same

        ports.table_lists.register(session_notice)
        paper_tables.register(standings_port)
        tournament_rounds.register(seating)
