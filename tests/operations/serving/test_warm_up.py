"""What the server loads before it answers."""

from scorekeeper.operations.serving.warm_up import templates, warm_up


def test_the_templates_of_the_panel_and_of_all_apps_are_loaded() -> None:
    warm_up()
    assert {"admin/change_list.html", "admin/front_page.html", "standings/standings.html"} <= {*templates()}
