from django.contrib.admin.apps import AdminConfig


class PanelConfig(AdminConfig):
    """Django's admin as the organisers' panel; beside `apps`, where Django would not know which one is the club's."""

    default_site = "scorekeeper.clubs.panel.Panel"
