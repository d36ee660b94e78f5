from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ExchangeConfig(AppConfig):
    name = "scorekeeper.exchange"
    verbose_name = _("In and out")
