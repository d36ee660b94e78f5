"""Addresses of the panel that no page links to: none of them causes an error of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.admin import ModelAdmin, site
from django.contrib.auth.models import User
from django.test import Client

from scorekeeper.play.models import Session
from tests.clubs.clubs import ClubObjects, SampleClub, signed_in
from tests.play.browsers import words_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NONSENSE = ("", "x", "-1", "9" * 40, "é\x00")
OF_EVERY_LIST = ("o", "q")
"""What a list does with these depends on its columns."""
CONTROLS = ("p", "e", "all", "_facets", "_popup", "_to_field", "_changelist_filters", "_source_model")
"""These are the same in every list, so one of them is tried."""
LOOKUPS = ("range", "year", "nonsense")
DATES = (
    {"year": "9999", "month": "12", "day": "31"},
    {"year": "9999", "month": "12"},
    {"year": "9999"},
    {"year": "10000"},
    {"year": "1", "month": "1", "day": "1"},
    {"year": "0"},
    {"year": "-5"},
    {"year": "2026", "month": "13"},
    {"year": "2026", "month": "2", "day": "30"},
    {"year": "2026", "day": "3"},
    {"month": "12"},
    {"day": "31"},
    {"year": "x", "month": "y", "day": "z"},
    {"gte": "9999-12-31"},
    {"lt": "0001-01-01"},
    {"gte": "soon"},
)


def lists() -> list[tuple[str, ModelAdmin[Any]]]:
    """Return every list of the panel, by its address."""
    return [(f"/admin/{model._meta.label_lower.replace('.', '/')}/", admin) for model, admin in site._registry.items()]


def superuser_client() -> Client:
    """Return a superuser's client, who sees every list, for a club with an object of every kind."""
    sample_club = SampleClub()
    ClubObjects(sample_club, sample_club.start(), sample_club.member("Spare Person"))
    client = signed_in(User.objects.create_superuser("root", password="spades and clubs"))
    client.raise_request_exception = False
    return client


def params_of(admin: ModelAdmin[Any]) -> Iterator[dict[str, str]]:
    """Query parameters that a list's address can be given."""
    for name in (*OF_EVERY_LIST, *(CONTROLS if admin.model is Session else ())):
        yield from ({name: value} for value in NONSENSE)
    for list_filter in admin.list_filter:
        params: Any = list_filter[0] if isinstance(list_filter, tuple) else list_filter
        yield from ({getattr(params, "parameter_name", params): value} for value in NONSENSE)
    for field in admin.model._meta.concrete_fields:
        yield {field.name: NONSENSE[3]}
        yield from ({f"{field.name}__{lookup}": "x"} for lookup in LOOKUPS)
    if admin.date_hierarchy:
        for date in DATES:
            yield {f"{admin.date_hierarchy}__{lookup}": value for lookup, value in date.items()}


every_list = pytest.mark.parametrize(
    ("address", "admin"), lists(), ids=[admin.model._meta.label_lower for _address, admin in lists()]
)


@every_list
def test_lists_survive_any_query_parameters(address: str, admin: ModelAdmin[Any]) -> None:
    client = superuser_client()
    assert [
        params for params in params_of(admin) if client.get(f"{address}?{urlencode(params)}").status_code >= 500
    ] == []


@pytest.mark.parametrize(
    "params",
    [
        "/admin/evenings/evening/?date__year=9999&date__month=12&date__day=31",
        "/admin/play/session/?started_at__year=9999&started_at__month=12",
        "/admin/clubs/player/?name__range=x",
    ],
)
def test_a_list_ignores_impossible_filters(params: str) -> None:
    sample_club = SampleClub()
    ClubObjects(sample_club, sample_club.start(), sample_club.member("Spare Person"))
    page = signed_in(sample_club.organiser()).get(params, follow=True)
    assert page.redirect_chain[-1][0].endswith("?e=1")
    assert len(page.context["cl"].result_list) >= 1


@every_list
def test_actions_survive_any_posted_data(address: str, admin: ModelAdmin[Any]) -> None:
    client, failed = superuser_client(), []
    actions = [*admin.get_actions(client.get(address).wsgi_request), "nonsense"]
    for action in actions:
        for chosen in (*NONSENSE, ["1", "x"]):
            form = {"action": action, "_selected_action": chosen, "index": "0"}
            if client.post(address, form).status_code >= 500:
                failed.append(form)
    for name in ("index", "select_across"):
        form = {"action": actions[0], "_selected_action": "1", "index": "0", name: "x"}
        if client.post(address, form).status_code >= 500:
            failed.append(form)
    assert failed == []


def test_an_action_on_no_row_is_refused_with_a_message() -> None:
    sample_club = SampleClub()
    form = {"action": "retire", "_selected_action": "x", "index": "0"}
    page = signed_in(sample_club.organiser()).post("/admin/clubs/player/", form, follow=True)
    assert "Your choice is not in this list." in words_of(page)


@every_list
def test_pages_of_missing_rows_do_not_fail(address: str, admin: ModelAdmin[Any]) -> None:
    client, failed = superuser_client(), []
    for key in ("x", "0", "9" * 40, "%00"):
        for page in ("change/", "delete/", "history/"):
            place = f"{address}{key}/{page}"
            if max(client.get(place).status_code, client.post(place).status_code) >= 500:
                failed.append(place)
    nonsense: list[dict[str, str]] = [{"club": "x"}, {"club": "9" * 40}, {"_to_field": "x"}, {"_popup": "x"}]
    nonsense += [{"game": "x"}, {"copy": "x"}, {"copy": "9" * 18}, {"game": "solo_whist", "rules": "x"}]
    places = [f"{address}add/?{urlencode(params)}" for params in nonsense]
    failed += [place for place in places if client.get(place).status_code >= 500]
    assert failed == []


def test_autocompletion_survives_any_query() -> None:
    client, failed = superuser_client(), []
    fields = [
        (model._meta.app_label, str(model._meta.model_name), field.name)
        for model in site._registry
        for field in model._meta.get_fields()
    ]
    for app, model, name in [*fields, ("no", "such", "thing"), ("clubs", "presence", "player")]:
        for term, page in (("x", "1"), ("\x00", "1"), ("x", "x"), ("x", "9" * 40)):
            params = {"app_label": app, "model_name": model, "field_name": name, "term": term, "page": page}
            if client.get(f"/admin/autocomplete/?{urlencode(params)}").status_code >= 500:
                failed.append(params)
    assert client.get("/admin/autocomplete/?app_label=x").status_code == 403
    assert failed == []
