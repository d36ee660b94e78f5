"""Commands, for `manage.py` and `scorekeeper`: failures that are no bug are one sentence instead of a traceback."""

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import Error

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C has ended, for shells."""


def execute(program: str, *words: str) -> None:
    """Run a command of Django or of ours; `print-sheet` is the module `print_sheet`."""
    command = [word.replace("-", "_") if not word.startswith("-") else word for word in words[:1]]
    try:
        execute_from_command_line([program, *command, *words[1:]])
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from error
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except Error as error:
        from scorekeeper.database import inspection  # noqa: PLC0415 - it needs the settings

        why = inspection.why_unusable()
        if why is None or "--traceback" in words:
            raise
        raise SystemExit(f"CommandError: {why}") from error
