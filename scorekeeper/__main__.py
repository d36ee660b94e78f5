"""`scorekeeper`: the command of an installed package, which `make run` uses as well.

Without a command, it prepares the database and serves. With one, it is `manage.py`.
"""

import os
import sys
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from scorekeeper import __version__
from scorekeeper.command_line import execute

HELP = """\
Scorekeeper {version} keeps the score of card games and serves it to the phones in the room.

Usage: {program} [COMMAND] [OPTIONS]

Without a command, it serves until Ctrl-C. The variable PORT sets another port than 8000. Commands:

  backup               write all data to one file, also while people play
  restore              restore a backup into an empty installation
  createclub           create a club with its first organiser
  exportclub           write a club to one file, for another server
  importclub           import a club from such a file
  createsuperuser      create a site administrator
  changepassword       set a password that was forgotten
  reset_second_factor  turn off the two-factor authentication of an account
  score                score a session document
  print-sheet          print a score sheet that the camera reads
  read-sheet           read photos of such a sheet, and print the session document
  tournament           rank a tournament document, or seat its next round
  rollback             put back the copy from before an upgrade
  prepare              create or migrate the database, and do nothing else
  serve                serve, and leave the database as it is
  recount              create missing results of closed sessions
  erasedeleted         erase sessions that were deleted long ago

COMMAND --help explains a command. The data is in {data}; DATA_DIR sets another folder."""


def main() -> None:
    """Run the command that was typed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    if sys.argv[0].endswith("__main__.py"):  # python -m scorekeeper
        sys.argv[0] = "scorekeeper"
    program, *words = sys.argv
    match words:
        case ["--version" | "version"]:
            print(f"scorekeeper {__version__}")  # noqa: T201 - the answer
        case ["--help" | "-h"] | ["help"]:
            print_help()
        case [command, *_] if not command.startswith("-"):
            execute(program, *words)
        case _:
            execute(program, "prepare")
            execute(program, "serve", *words)


def print_help() -> None:
    """Print the commands that a user needs; Django's own help lists every one there is."""
    program = Path(sys.argv[0]).name
    try:
        data = settings.DATA_DIR
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from error
    print(HELP.format(version=__version__, program=program, data=data))  # noqa: T201 - the answer


if __name__ == "__main__":
    main()
