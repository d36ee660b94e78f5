"""Take a picture of a page in one of the engines: `python -m tests.engines.take_screenshot --help`."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.engines.all_engines import ENGINES
from tests.engines.engine import DESK, PHONE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("address")
    parser.add_argument("file", type=Path)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--desk", action="store_true", help=f"{DESK} and not {PHONE}")
    arguments = parser.parse_args()
    kind = ENGINES[arguments.engine]
    if missing := kind.missing():
        parser.error(f"Install {', '.join(missing)} first.")
    with kind(DESK if arguments.desk else PHONE, dark=arguments.dark) as engine:
        engine.go(arguments.address)
        engine.picture(arguments.file)


if __name__ == "__main__":
    main()
