"""`manage.py api_schema`: the OpenAPI schema of the API, written again beside its code."""

from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.api.endpoints import api
from scorekeeper.api.schema import COMMITTED, written


class Command(BaseCommand):
    help = "Write the API schema to scorekeeper/api/openapi.json."

    def handle(self, *args: Any, **options: Any) -> None:
        COMMITTED.write_text(written(api), encoding="utf-8")
        self.stdout.write(f"{COMMITTED} is up to date.")
