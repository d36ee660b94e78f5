"""Every address of the API, as its schema lists them."""

from __future__ import annotations

from typing import Any

from scorekeeper.api.endpoints import api
from scorekeeper.api.schema import schema
from tests.api.api_client import BASE, Full

SCHEMA: dict[str, Any] = schema(api)


def addresses_of(full: Full) -> list[str]:
    """Every address of the API for a club's objects, and every parameter that names one."""
    club_objects = {"session": full.settled.public_id, "evening": full.club_evening.evening.public_id}
    addresses = [path.removeprefix(f"{BASE}/").format(**club_objects) for path in SCHEMA["paths"]]
    parameters: dict[str, list[Any]] = {
        "after": [full.settled.public_id, full.club_evening.evening.public_id],
        "evening": [full.club_evening.evening.public_id],
        "season": [full.season.pk],
        "game": ["tarot"],
        "rules": ["fft"],
        "by": ["points"],
        "minimum": [1],
        "best": [1],
        "sort": ["name"],
        "scoring": ["average"],
        "since": ["2020-01-01"],
        "until": ["2030-01-01"],
        "state": ["open"],
        "limit": [1],
        "language": ["fr"],
    }
    for path, path_item in SCHEMA["paths"].items():
        for parameter in path_item["get"]["parameters"]:
            if parameter["in"] == "query":
                address = path.removeprefix(f"{BASE}/").format(**club_objects)
                addresses += [f"{address}?{parameter['name']}={value}" for value in parameters[parameter["name"]]]
    return addresses
