#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        from scorekeeper.command_line import execute  # noqa: PLC0415 - Django may not be installed
    except ImportError as error:
        raise SystemExit("Django is not installed here. `make run` installs it; then use .venv/bin/python.") from error
    execute(*sys.argv)


if __name__ == "__main__":
    main()
