from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_noop

DJANGO_MESSAGES = (
    gettext_noop("Save and add another"),
    gettext_noop("Save and continue editing"),
    gettext_noop("History"),
    gettext_noop("Change history: %s"),
    gettext_noop("Select %s to change"),
    gettext_noop("Select %s to view"),
    gettext_noop("Enter the same password as before, for verification."),
    gettext_noop("This field is required."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
)
"""Django's messages that the catalogues here translate differently."""


class PanelConfig(AdminConfig):
    """Django's admin as the organisers' panel.

    It isn't in `apps`, because Django couldn't tell which of two configs there is the app's own.
    """

    default_site = "scorekeeper.organisers.site.AccountsPanel"
