"""The address of every page, from Django's URL resolver and the rows that `everything()` made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.devtools.everything.club import Everything
from scorekeeper.organisers.members.admin import merge_url
from scorekeeper.welcome import address


def addresses(rows: Everything, *, of_the_panel: bool) -> dict[str, str]:
    """Return every address by name, except printed files; a new kind of argument must be added below."""
    found = {}
    for name, parameters in every_name():
        if of_the_panel == name.startswith("admin:") and not name.endswith(("_pdf", "_image")):
            given = arguments(rows, name)
            found[name] = reverse(name, kwargs={one: given[one] for one in parameters}) + _query_of(rows, name)
    return found


def every_name() -> Iterator[tuple[str, list[str]]]:
    """The name of every address, and the names of its arguments."""

    def below(patterns: list[URLPattern | URLResolver], space: str, parameters: tuple[str, ...]) -> Iterator[Any]:
        for one in patterns:
            more = (*parameters, *one.pattern.regex.groupindex)
            if isinstance(one, URLResolver):
                yield from below(one.url_patterns, f"{one.namespace}:" if one.namespace else space, more)
            elif one.name:
                yield f"{space}{one.name}", list(more)

    yield from below(get_resolver().url_patterns, "", ())


def arguments(rows: Everything, name: str) -> dict[str, Any]:
    """Return the values for every argument of an address; in the panel they depend on the model."""
    key = _row_of(rows, name).pk
    *_path, uidb64, token, _end = rows.password_link.split("/")
    tokens = {
        "join": rows.elsewhere.scorer_token,
        "watch": rows.elsewhere.watch_token,
        "watch_picture": rows.elsewhere.watch_token,
        "linked_board": rows.board,
        "sign_up": rows.tournament.sign_up_token,
        "public_result": rows.tournament.public_token,
        "public_wall": rows.tournament.public_token,
        "public_seats": rows.tournament.public_token,
        "join_club": rows.club.phones_token,
        "set_password": token,
        "welcome": address.new_secret(),
        "first_club": address.new_secret(),
    }
    return {
        "slug": rows.session.game,
        "public_id": (rows.listed if name == "table_list" else rows.session).public_id,
        "evening": _evening_of(rows, name).public_id,
        "entry": rows.tournament.entries.order_by("number")[0].pk,
        "number": 1,
        "table": 1,
        "turns": 1,
        "uid": rows.at_home.seats.get(place=0).player.uid,
        "pk": key,
        "object_id": key,
        "id": key,
        "player": rows.member.pk,
        "token": tokens.get(name),
        "uidb64": uidb64,
        "app_label": "clubs",
        "content_type_id": 1,
        "job": rows.job,
    }


def _evening_of(rows: Everything, name: str) -> Any:
    if name == "tournament_new":
        return rows.next_evening
    return rows.tournament.evening if "tournament" in name or name == "evening_clock" else rows.evening


def _row_of(rows: Everything, name: str) -> Any:
    """Return the row of the model that an address of the panel is about; of other addresses, a member."""
    found = re.match(r"admin:([a-z]+)_([a-z]+)_", name)
    if found is None or found[1] not in apps.app_configs:
        return rows.member
    model = apps.get_model(found[1], found[2])
    is_to_go = name.endswith("_delete")  # an evening or tariff that is in use can't be deleted
    chosen = {
        "club": rows.club,
        "player": rows.member,
        "user": rows.user,
        "evening": rows.next_evening if is_to_go else rows.evening,
        "session": rows.session,
        "tariff": rows.unused_tariff if is_to_go else rows.tariff,
        "clubdevice": ClubDevice.objects.get(device=rows.club_phone),
    }
    return chosen.get(found[2]) or model._default_manager.all()[0]


def _query_of(rows: Everything, name: str) -> str:
    """Return the query strings that some addresses need to show anything."""
    if name == "admin:clubs_player_merge":
        return f"?{merge_url(*rows.alike).partition('?')[2]}"
    wants_row = re.fullmatch(r"admin:.*_(print\w*|personal_data)", name)
    return f"?pk={arguments(rows, name)['pk']}" if wants_row else ""
