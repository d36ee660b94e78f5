from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FilesConfig(AppConfig):
    name = "scorekeeper.files"
    verbose_name = _("Import and export")
