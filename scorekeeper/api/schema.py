"""The OpenAPI schema of the API, as the running app has it; `openapi.json` beside this is what was committed.

`manage.py api_schema` writes that file again; a test says when the two differ.
"""

from __future__ import annotations

import json
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.utils import translation

from scorekeeper.api import problems
from scorekeeper.api.api import BASE, api

COMMITTED = Path(__file__).with_name("openapi.json")
OK, REFUSED = 200, 400


@cache
def schema() -> dict[str, Any]:
    """Made once; nothing of it depends on who asks."""
    made: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix=f"{BASE.lstrip('/')}/")))
    del made["servers"]  # it is there where the schema was found
    with translation.override("en"):
        for path in made["paths"].values():
            _tidy(path["get"])
    components = made["components"]["schemas"]
    for name in [name for name in components if f'"#/components/schemas/{name}"' not in json.dumps(made)]:
        del components[name]  # the library's leavings of what is asked for, which stands parameter by parameter
    return made


def _tidy(operation: dict[str, Any]) -> None:
    """What the library does not say of an answer: that refusals are of a kind of their own, and what 304 is."""
    answers = operation["responses"]
    for status, answer in answers.items():
        if int(status) >= REFUSED:
            answer["description"] = str(problems.TITLES[HTTPStatus(int(status))])
            answer["content"] = {problems.MEDIA_TYPE: answer["content"]["application/json"]}
    answers["304"] = {"description": "Not changed since the ETag that was sent"}
    operation["responses"] = dict(sorted(answers.items()))


def operations() -> list[tuple[str, str]]:
    """Every address with what is there, in the order in which a person reads it."""
    return [(path, said["get"]["summary"]) for path, said in schema()["paths"].items()]


def written() -> str:
    """The schema as the committed file has it."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"
