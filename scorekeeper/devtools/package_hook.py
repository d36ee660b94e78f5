"""Build hook for hatchling: compile the translations and collect the static files.

Both depend on the source alone. Neither is kept in the repository, and an installed package can't make them, because
its folder may be read-only.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PackageHook(BuildHookInterface[Any]):
    """Adds to the package what `manage.py prepare` makes in a checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files; without its own settings, Django would take those of whoever builds the package."""
        if version == "editable":  # runs from its checkout
            return
        self.scratch = TemporaryDirectory(prefix="scorekeeper-package-")
        environment = {
            "DATA_DIR": self.scratch.name,
            "DJANGO_SETTINGS_MODULE": "scorekeeper.devtools.sandbox.server_settings",
        }
        for command in (["compilemessages", "--verbosity", "0"], ["collectstatic", "--verbosity", "0", "--no-input"]):
            subprocess.run(  # noqa: S603 - our own commands
                [sys.executable, "manage.py", *command], cwd=self.root, env=os.environ | environment, check=True
            )
        build_data["force_include"][str(Path(self.scratch.name, "static"))] = "scorekeeper/collected_static"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the files that were made only for the package."""
        if version != "editable":
            self.scratch.cleanup()
