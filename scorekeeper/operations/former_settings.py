"""Environment variables that version 1.0.0 read and this one doesn't: a start names those that are still set."""

from collections.abc import Iterator, Mapping

FIXED = "this limit is fixed now (see “Limits” in docs/hosting.md). Remove the variable."
FORMER: Mapping[str, str] = {
    "LIMIT_MISSES": FIXED,
    "LIMIT_LOGINS": FIXED,
    "LIMIT_ACCOUNTS": FIXED,
    "LIMIT_CODES": FIXED,
    "LIMIT_WRITES": FIXED,
    "LIMIT_PRINTS": FIXED,
    "LIMIT_API": FIXED,
    "LIMIT_CONNECTIONS": FIXED,
    "LIMIT_STREAMS": FIXED,
    "LIMIT_BROWSER_STREAMS": FIXED,
}
"""Each variable, with why it is no longer read and what to do."""


def warnings(environ: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each of these variables that is set."""
    for name, why in FORMER.items():
        if name in environ:
            yield f"{name} is set, but no longer read: {why}"
