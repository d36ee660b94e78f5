from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_noop

SAID_BY_DJANGO = (
    gettext_noop("Save and add another"),
    gettext_noop("Save and continue editing"),
    gettext_noop("History"),
    gettext_noop("Change history: %s"),
    gettext_noop("Select %s to change"),
    gettext_noop("Select %s to view"),
    gettext_noop("Enter the same password as before, for verification."),
)
"""What the catalogues here say in other words than Django's."""


class PanelConfig(AdminConfig):
    """Django's admin as the organisers' panel; beside `apps`, where Django would not know which one is the club's."""

    default_site = "scorekeeper.clubs.panel.Panel"
