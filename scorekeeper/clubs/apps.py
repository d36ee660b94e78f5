from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "scorekeeper.clubs"
    verbose_name = _("The club")
