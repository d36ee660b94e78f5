#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - Django may not be installed
        from django.core.management import execute_from_command_line  # noqa: PLC0415 - the same
    except ImportError as error:
        raise SystemExit("Django is not installed here. `make run` installs it; then use .venv/bin/python.") from error
    program, *words = sys.argv
    if words and not words[0].startswith("-"):
        words[0] = words[0].replace("-", "_")  # upgrade-check is the module upgrade_check
    try:
        execute_from_command_line([program, *words])
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
