"""A Python that lacks some modules, as on Windows or on a Mac with Intel."""

from pathlib import Path

UNIX = ("fcntl", "grp", "pwd", "resource", "termios")
"""What Python has on Unix only."""
AT_ITS_START = """
import asyncio, os, shutil, signal, subprocess, sys, tempfile  # which need them on Unix themselves

sys.modules.update(dict.fromkeys({names!r}))
if {windows!r}:
    del os.geteuid
"""


def lacking(folder: Path, *names: str) -> dict[str, str]:
    """Return the environment in which these can't be imported; without those of Unix, no account has a number."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(AT_ITS_START.format(names=names, windows=set(names) >= set(UNIX)))
    return {"PYTHONPATH": str(folder)}
