from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EveningsConfig(AppConfig):
    name = "scorekeeper.evenings"
    verbose_name = _("The club")  # the section of the organisers' panel that lists its models
