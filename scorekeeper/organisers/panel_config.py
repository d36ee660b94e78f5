from django.contrib.admin.apps import AdminConfig
from django.utils.translation import gettext_noop

DJANGO_MESSAGES = (
    gettext_noop("Save and add another"),
    gettext_noop("Save and continue editing"),
    gettext_noop("History"),
    gettext_noop("Change history: %s"),
    gettext_noop("Add %(name)s"),
    gettext_noop("Add %s"),
    gettext_noop("Change %s"),
    gettext_noop("View %s"),
    gettext_noop("Save and view"),
    gettext_noop("Breadcrumbs"),
    gettext_noop("Search"),
    gettext_noop("Select all objects on this page for an action"),
    gettext_noop("Select this object for an action - {}"),
    gettext_noop("Items must be selected in order to perform actions on them. No items have been changed."),
    gettext_noop(
        "Please enter your old password, for security’s sake, and then enter your new password twice so we can verify "
        "you typed it in correctly."
    ),
    gettext_noop("Raw passwords are not stored, so there is no way to see the user’s password."),
    gettext_noop("Reset password"),
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
