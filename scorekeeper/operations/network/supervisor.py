"""Run a program for as long as the process that started this one lives: `python supervisor.py PROGRAM ARGUMENT …`.

That process holds the other end of our standard input. However it ends, even by `kill -9`, the system closes that end.
"""

import os
import subprocess
import sys
from threading import Thread


def supervise(command: list[str]) -> None:
    """Run the program; end it with our standard input, or end with it."""
    program = subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603 - the server's own command

    def leave_with_it() -> None:
        os._exit(program.wait())

    Thread(target=leave_with_it, daemon=True).start()
    sys.stdin.buffer.read()
    program.terminate()
    program.wait()


if __name__ == "__main__":
    supervise(sys.argv[1:])
