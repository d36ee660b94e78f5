"""The OpenAPI schema, generated from the endpoints and served as `/openapi.json`."""

from __future__ import annotations

import json
from functools import cache
from http import HTTPStatus
from typing import Any

from django.utils import translation
from ninja import NinjaAPI

from games import registry
from games.scoring.hand_schema import hand_schema
from scorekeeper.api import problems
from scorekeeper.api.auth import BASE

OK, REFUSED = 200, 400


@cache
def schema(api: NinjaAPI) -> dict[str, Any]:
    """Return the schema. It is generated once, as it doesn't depend on the request."""
    document: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix=f"{BASE.lstrip('/')}/")))
    del document["servers"]  # the API is where the schema was found
    with translation.override("en"):
        for path in document["paths"].values():
            _tidy(path["get"])
    components = document["components"]["schemas"]
    _describe_hands(components)
    for name in [name for name in components if f'"#/components/schemas/{name}"' not in json.dumps(document)]:
        del components[name]  # ninja leaves unused schemas of query parameters, which are listed one by one
    return document


def _describe_hands(components: dict[str, Any]) -> None:
    """Say which fields a hand has, by game and call; to the types of the answers it is any object."""
    names = {f"{game.slug.title().replace('_', '')}Hand": game for game in registry.all_games()}
    components |= {
        name: {"title": name, "description": f"A hand of {game.name}, by its call.", **hand_schema(game.rules)}
        for name, game in names.items()
    }
    hand = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}
    for document in ("SessionDocument", "DocumentStretch"):
        components[document]["properties"]["hands"]["items"] = hand


def _tidy(operation: dict[str, Any]) -> None:
    """Add what ninja doesn't say about answers: the media type of errors, and the 304."""
    answers = operation["responses"]
    for status, answer in answers.items():
        if int(status) >= REFUSED:
            answer["description"] = str(problems.TITLES[HTTPStatus(int(status))])
            answer["content"] = {problems.MEDIA_TYPE: answer["content"]["application/json"]}
    answers["304"] = {"description": "Not modified since the response with the ETag in `If-None-Match`"}
    operation["responses"] = dict(sorted(answers.items()))


def operations(api: NinjaAPI) -> list[tuple[str, str]]:
    """Return the path and summary of every endpoint, in reading order."""
    return [(path, methods["get"]["summary"]) for path, methods in schema(api)["paths"].items()]
