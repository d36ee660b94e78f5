from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DeskConfig(AppConfig):
    name = "scorekeeper.desk"
    label = "tournaments"  # whose tables are its own
    verbose_name = _("The club")  # the section of the organisers' panel that lists its models
