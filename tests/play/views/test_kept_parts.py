"""`{% kept %}` and `{% shared %}`: parts of pages that are rendered once for the values that they depend on."""

import pytest
from django.template import Context, Engine, Template
from django.utils import translation


@pytest.fixture(params=["kept", "shared"])
def part(request: pytest.FixtureRequest) -> Template:
    """Return a template that also shows how often its part was rendered."""
    text = (
        "{% load i18n scorekeeper_tags %}"
        "{% kept name amounts missing %}{{ printed.count }}{{ name }} {% translate 'Hand' %}{% endkept %}"
    )
    return Engine.get_default().from_string(text.replace("kept", request.param))


def test_a_part_is_rendered_once_for_the_same_values(part: Template) -> None:
    def text(name: str, amounts: tuple[int, ...], printing: int) -> str:
        return part.render(Context({"name": name, "amounts": amounts, "printed": {"count": printing}}))

    assert text("Anne <3", (1, -1), 1) == "1Anne &lt;3 Hand"
    assert text("Anne <3", (1, -1), 2) == "1Anne &lt;3 Hand", "kept"
    assert text("Anne <3", (2, -2), 3) == "3Anne &lt;3 Hand", "printed for other amounts"
    with translation.override("fr"):
        assert text("Anne <3", (1, -1), 4) == "4Anne &lt;3 Donne", "printed in another language"


def test_parts_with_the_same_values_are_kept_apart() -> None:
    parts = [
        Engine.get_default().from_string(
            "{% load scorekeeper_tags %}{% kept name %}" + text + "{{ name }}{% endkept %}"
        )
        for text in ("first ", "second ")
    ]
    context = Context({"name": "Anne"})
    assert [part.render(context) for part in parts] == ["first Anne", "second Anne"]
