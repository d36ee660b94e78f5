"""Check every pinned package against an advisory database: `python -m tests.audit`.

A known vulnerability is a failure. If no advisory database can be reached, the command says so and does not fail. An
index that only answers like an advisory database would report no vulnerability at all. So each source is first asked
about a version that is known to be vulnerable, and used only if it reports that.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PINNED = Path(__file__).resolve().parent.parent / ".constraints.txt"
SOURCES: Sequence[Sequence[str]] = (("--vulnerability-service", "pypi"), ("--vulnerability-service", "osv"))
VULNERABLE = "jinja2==2.4.1"
"""Known to be vulnerable for good: CVE-2014-1402, for example."""


def pins() -> list[str]:
    """Return every pinned package as `name==version`, including those for other platforms."""
    return re.findall(r"^[\w.-]+==[\w.]+", PINNED.read_text(), re.MULTILINE)


def advisories(source: Sequence[str], requirements: str) -> list[dict[str, Any]] | None:
    """Return what pip-audit says of each package, or None if it could not ask."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "requirements.txt"
        file.write_text(requirements)
        options = ("--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json")
        command = [sys.executable, "-m", "pip_audit", *source, *options, "--requirement", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return None
    return packages


def knows(source: Sequence[str]) -> bool:
    """Return whether this is an advisory database."""
    return any(package.get("vulns") for package in advisories(source, VULNERABLE) or ())


def audit() -> tuple[int, list[str]]:
    """Return the exit status and the message."""
    source = next(filter(knows, SOURCES), None)
    packages = None if source is None else advisories(source, "\n".join(pins()))
    if packages is None:
        return 0, ["Known vulnerabilities: not checked: no way to the advisory database."]
    messages = [
        f"{package['name']}: not checked: {package['skip_reason']}" for package in packages if "skip_reason" in package
    ]
    vulnerable = [package for package in packages if package.get("vulns")]
    for package in vulnerable:
        for flaw in package["vulns"]:
            names, mended = (
                ", ".join([flaw["id"], *flaw["aliases"]]),
                ", ".join(flaw["fix_versions"]) or "no version yet",
            )
            messages.append(f"{package['name']} {package['version']} is vulnerable: {names}; mended in {mended}")
    if vulnerable:
        return 1, messages
    return 0, [*messages, f"Known vulnerabilities: none in {len(packages) - len(messages)} packages."]


if __name__ == "__main__":
    status, lines = audit()
    print("\n".join(lines))  # noqa: T201 - for whoever runs `make check`
    sys.exit(status)
