from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PlayConfig(AppConfig):
    name = "scorekeeper.play"
    verbose_name = _("At the table")
