"""Programs run from outside: another Python, in an environment in which nothing is set but what is given."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def python(*arguments: str, data_dir: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs it to its end, in the folder of the project."""
    clean = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), **environment}
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=clean, capture_output=True, text=True, check=False, timeout=60
    )
