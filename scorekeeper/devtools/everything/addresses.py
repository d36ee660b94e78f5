"""The address of every page, from Django's URL resolver and the rows that `everything()` made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.desk import calendar
from scorekeeper.devtools.everything.club import Everything
from scorekeeper.organisers.members.admin import merge_url
from scorekeeper.welcome import address

WRITES = {"record", "preview", "set_call", "clear_call", "undo", "amend_preview", "unvoid", "reopen", "play_again"}
WRITES |= {"renew_link", "shut_out", "let_in", "share_board", "set_language", "counters", "sign_out"}
WRITES |= {"tablet_side", "payments", "undelete", "agree", "next_game", "night_payments", "night_apart"}
WRITES |= {"throw_demo_away", "tournament_import", "sheet_throw_away", "round_draw"}
WRITES |= {f"evening_{verb}" for verb in ("check_in", "leave", "undo_check_in", "clock", "withdraw", "payments")}
WRITES |= {f"type_{verb}" for verb in ("preview", "undo", "amend_preview", "drafts", "rows_done", "throw_away")}
WRITES |= {"admin:logout", "admin:play_session_action", "admin:clubs_clubdevice_renew_links"}
"""POST-only addresses; a GET shows nothing, or redirects to a page with another name."""
PARTS = {"updates", "glossary", "live", "admin:autocomplete"}
"""Fragments for scripts."""
REDIRECTS = {"table", "me", "watch", "offline", "admin:clubs_clubdevice_this_browser", "admin:spreadsheet_download"}
REDIRECTS |= {"admin:login", "admin:sign_in_code"}  # of users who are signed in
REDIRECTS |= {"admin:app_list", "admin:evenings_evening_change", "admin:evenings_evening_start"}
REDIRECTS |= {"play_on"}  # of a game that isn't over
FILES = {"export", "manifest", "worker", "admin:clubs_club_file", "admin:jsi18n", "admin:play_session_export"}
FILES |= {"home_results", "night_picture", "calendar"}
MISSING = {"welcome", "first_club", "demo"}  # only an empty installation shows these
MISSING |= {"result_picture", "watch_picture"}  # the session is still played
MISSING |= {"row_heads", "row_picture", "sheet_start"}  # no sheet was photographed
MISSING |= {"admin:view_on_site"}  # no model of ours has a page on the site that its row would link to
SHUT = {f"admin:{model}_add" for model in ("clubs_merge", "clubs_clubdevice", "evenings_evening", "play_session")}
SHUT |= {f"admin:{model}_delete" for model in ("clubs_player", "clubs_merge", "api_apitoken", "evenings_evening")}
SHUT |= {"admin:play_session_delete"}
"""Even an organiser with all permissions adds or deletes none of these by hand."""
NO_PAGES = WRITES | PARTS | REDIRECTS | FILES | MISSING | SHUT
"""Addresses without a page of their own; every other one has a page."""
OWN = {"my_name", "my_password"}
"""Pages that only a signed-in member sees."""


def pages(rows: Everything, *, of_the_panel: bool) -> dict[str, str]:
    """Return the address of every page by name: the app's for the club's phone, the panel's for the administrator."""
    found = addresses(rows, of_the_panel=of_the_panel)
    return {name: address for name, address in found.items() if name not in NO_PAGES}


def addresses(rows: Everything, *, of_the_panel: bool, printed: bool = False) -> dict[str, str]:
    """Return every address by name, of printed files only on request; a new kind of argument must be added below."""
    found = {}
    for name, parameters in every_name():
        if of_the_panel == name.startswith("admin:") and (printed or not name.endswith(("_pdf", "_image"))):
            given = arguments(rows, name)
            found[name] = reverse(name, kwargs={key: given[key] for key in parameters}) + _query_of(rows, name)
    return found


def every_name() -> Iterator[tuple[str, list[str]]]:
    """Yield the name of every address with the names of its arguments."""

    def below(patterns: list[URLPattern | URLResolver], space: str, parameters: tuple[str, ...]) -> Iterator[Any]:
        for route in patterns:
            more = (*parameters, *route.pattern.regex.groupindex)
            if isinstance(route, URLResolver):
                yield from below(route.url_patterns, f"{route.namespace}:" if route.namespace else space, more)
            elif route.name:
                yield f"{space}{route.name}", list(more)

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
        "calendar": calendar.token_of(rows.club),
        "set_password": token,
        "welcome": address.new_secret(),
        "first_club": address.new_secret(),
    }
    return {
        "slug": rows.session.game,
        "ending": "csv",
        "public_id": _session_of(rows, name).public_id,
        "evening": _evening_of(rows, name).public_id,
        "entry": rows.tournament.entries.order_by("number")[0].pk,
        "number": 1,
        "table": 1,
        "turns": 1,
        "uid": rows.at_home.seats[0].player.uid,
        "pk": key,
        "object_id": key,
        "id": key,
        "player": rows.member.pk,
        "token": tokens.get(name),
        "uidb64": uidb64,
        "app_label": "clubs",
        "content_type_id": 1,
    }


def _session_of(rows: Everything, name: str) -> Any:
    if name.startswith("night"):
        return rows.night
    return rows.listed if name == "table_list" else rows.session


def _evening_of(rows: Everything, name: str) -> Any:
    if name == "tournament_new":
        return rows.next_evening
    return rows.tournament.evening if "tournament" in name or name in ("evening_clock", "round") else rows.evening


def _row_of(rows: Everything, name: str) -> Any:
    """Return the row of the model that an address of the panel is about; of other addresses, a member."""
    found = re.match(r"admin:([a-z]+)_([a-z]+)_", name)
    if found is None or found[1] not in apps.app_configs:
        return rows.member
    model = apps.get_model(found[1], found[2])
    is_to_go = name.endswith("_delete")  # a tariff that is in use can't be deleted
    chosen = {
        "club": rows.club,
        "player": rows.invited if name.endswith("_login") else rows.member,
        "user": rows.user,
        "evening": rows.evening,
        "organiser": rows.club.organisers.get(user=rows.organiser),  # nobody removes themselves
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
