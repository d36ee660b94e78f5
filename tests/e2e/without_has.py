"""Stylesheets as read by a browser without `:has()`: rules it can't parse are dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import BrowserContext, Route

HAS = ":has("
FORGIVING = (":is(", ":where(")
CONDITIONS = ("@media", "@supports", "@container")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SUPPORTS_HAS = re.compile(r"@supports (not )?selector\(:has\(\*\)\)")


def closing(text: str, start: int) -> int:
    """Return the position of the bracket that closes the one at `start`."""
    pairs = {"(": ")", "{": "}"}
    opened, closed, depth = text[start], pairs[text[start]], 0
    for place in range(start, len(text)):
        depth += {opened: 1, closed: -1}.get(text[place], 0)
        if not depth:
            return place
    raise ValueError(f"Never closed: {text[start : start + 60]!r}")


def arms(text: str) -> list[str]:
    """Return the selectors of a list, one by one."""
    found, depth = [""], 0
    for sign in text:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and not depth:
            found.append("")
        else:
            found[-1] += sign
    return found


def known(selector: str) -> str:
    """Return a selector without what a forgiving list drops; if it still has `:has(`, it is unknown."""
    place = 0
    while (start := min((at for name in FORGIVING if (at := selector.find(name, place)) >= 0), default=-1)) >= 0:
        first = selector.index("(", start)
        last = closing(selector, first)
        kept = [arm for arm in map(known, arms(selector[first + 1 : last])) if HAS not in arm]
        selector = f"{selector[: first + 1]}{','.join(kept)}{selector[last:]}"
        place = first + 1
    return selector


def rules(css: str) -> Iterator[tuple[str, str]]:
    """Return what precedes the braces of each rule, and their contents."""
    css = _COMMENT.sub("", css)
    place = 0
    while (start := css.find("{", place)) >= 0:
        end = closing(css, start)
        yield css[place:start].strip(), css[start + 1 : end]
        place = end + 1


def selectors(css: str) -> Iterator[str]:
    """Return the selector list of each rule that all browsers must read, including nested ones."""
    for prelude, body in rules(css):
        if _SUPPORTS_HAS.fullmatch(prelude):
            continue
        if prelude.startswith(CONDITIONS):
            yield from selectors(body)
        elif not prelude.startswith("@"):
            yield prelude


def without_has(css: str) -> str:
    """Return a stylesheet without the rules that such a browser drops: one unknown selector invalidates its list.

    >>> without_has(".a, .b:has(i) { top: 0; } .c { left: 0; } @media print { .d:has(i) { top: 0; } }")
    '.c { left: 0; }@media print {}'
    >>> without_has(":is(.a, .b:has(i)) { top: 0; } @supports selector(:has(*)) { i { top: 0; } }")
    ':is(.a) { top: 0; }'
    >>> without_has("@supports not selector(:has(*)) { i { top: 0; } }")
    '@media all {i { top: 0; }}'
    """
    kept = []
    for prelude, body in rules(css):
        if asked := _SUPPORTS_HAS.fullmatch(prelude):
            kept += [f"@media all {{{without_has(body)}}}"] if asked[1] else []
        elif prelude.startswith(CONDITIONS):
            kept.append(f"{prelude} {{{without_has(body)}}}")
        elif HAS not in (selector := known(prelude)):
            kept.append(f"{selector} {{{body}}}")
    return "".join(kept)


def take_has_away(context: BrowserContext) -> None:
    """Serve such stylesheets to all pages of a browser."""

    def serve(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=without_has(response.text()))

    context.route("**/*.css", serve)
