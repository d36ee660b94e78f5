"""The README, SECURITY, CHANGELOG and the pages in `docs`: links work, and what they name exists."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.core.management import get_commands

from scorekeeper import __version__
from scorekeeper.api.endpoints import api
from scorekeeper.api.schema import schema
from scorekeeper.devtools.management.commands.bench import KINDS
from tests.catalogues import read
from tests.documentation import first_cells, table
from tests.external_programs import ROOT, settings_with

FRONT = ("README.md", "SECURITY.md", "CHANGELOG.md")
PAGES = [ROOT / name for name in FRONT] + sorted((ROOT / "docs").glob("*.md"))
each = pytest.mark.parametrize("document", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])

FENCED = re.compile(r"^(`{3,}|~{3,}).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(.+?)\1", re.DOTALL)
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
TARGET = r"\(\s*<?([^\s<>()]+(?:\([^\s()]*\))?)>?(?:\s+[\"'].*?[\"'])?\s*\)"
PICTURE = re.compile(rf"!\[[^][]*\]{TARGET}", re.DOTALL)
INLINE = re.compile(rf"\[[^][]*\]{TARGET}", re.DOTALL)
REFERENCE = re.compile(r"^ {0,3}\[[^]]+\]:\s*<?([^\s>]+)", re.MULTILINE)
ATTRIBUTE = re.compile(r"<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)=[\"']([^\"']+)[\"']")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def links(text: str) -> list[str]:
    """Return where the links and pictures of a page lead, those in code left out."""
    words = CODE.sub("", FENCED.sub("", text))
    pictures = [anchors_found[1] for anchors_found in PICTURE.finditer(words)]
    words = PICTURE.sub("", words)
    return [
        *pictures,
        *(anchors_found for pattern in (INLINE, REFERENCE, ATTRIBUTE) for anchors_found in pattern.findall(words)),
    ]


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as sites that show Markdown make them."""
    anchors_found: set[str] = set()
    for heading in HEADING.findall(FENCED.sub("", text)):
        words = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", heading.replace("`", "").replace("*", ""))
        slug = re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")
        number, free = 0, slug
        while free in anchors_found:
            number += 1
            free = f"{slug}-{number}"
        anchors_found.add(free)
    return anchors_found


def broken(page: Path) -> list[str]:
    """Return the links of a page that lead to no file of the project, or to no heading of a page."""
    return [link for link in links(page.read_text()) if not ELSEWHERE.match(link) and not _leads(page, link)]


def _leads(page: Path, link: str) -> bool:
    path, _sign, anchor = link.partition("#")
    target = page.parent / unquote(path) if path else page
    if path.startswith("/") or not target.resolve().is_relative_to(ROOT.resolve()) or not _is_spelled_so(target):
        return False
    if "#" not in link:
        return True
    return target.suffix == ".md" and target.is_file() and anchor in anchors(target.read_text())


def _is_spelled_so(target: Path) -> bool:
    """Return whether the path exists with exactly this name: some file systems don't tell A from a."""
    target = target.resolve()
    return target.exists() and target.name in {entry.name for entry in target.parent.iterdir()}


@each
def test_every_link_leads_to_an_existing_file_or_heading(document: Path) -> None:
    assert broken(document) == []


def test_every_page_and_picture_of_the_docs_is_linked_from_the_readme() -> None:
    reached, ahead = set[Path](), [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        anchors_found = {
            (page.parent / link.partition("#")[0]).resolve()
            for link in links(page.read_text())
            if not ELSEWHERE.match(link) and not link.startswith("#")
        }
        ahead += [page for page in anchors_found - reached if page.suffix == ".md" and page.exists()]
        reached |= anchors_found
    there = {path.resolve() for path in (ROOT / "docs").rglob("*") if path.is_file()}
    assert there <= reached


# What the pages list


def test_exactly_the_existing_settings_are_documented() -> None:
    source = (ROOT / "scorekeeper" / "settings.py").read_text()
    read = set(re.findall(r'(?:\b(?:flag|words|number|rate|choice|text|database|time_zone))\("([A-Z_]+)"', source))
    assert set(first_cells("docs/hosting.md", "## Settings")) == read


def test_nginx_writes_no_addresses_of_requests_into_its_logs() -> None:
    """Only lines of the level `emerg` never repeat a request."""
    servers = re.findall(r"^server \{\n(.+?)^\}", (ROOT / "docs" / "hosting.md").read_text(), re.MULTILINE | re.DOTALL)
    assert len(servers) == 3
    for server in servers:
        assert "    access_log off;\n" in server
        assert re.search(r"^    error_log \S+ emerg;$", server, re.MULTILINE)


def test_documented_limits_are_those_of_the_settings(tmp_path: Path) -> None:
    configured = settings_with(tmp_path)
    seconds = {"m": 60, "10m": 600, "h": 3600, "24h": 86400}
    rates = {row[0].strip("`"): row[-1] for row in table("docs/hosting.md", "### Rate limits")[2:]}
    found = {name: [int(rate.split("/")[0]), seconds[rate.split("/")[1]]] for name, rate in rates.items()}
    assert found == configured["LIMITS"]
    numbers = table("docs/hosting.md", "### Connections and live pages")[2:]
    assert {row[0].strip("`"): int(row[-1]) for row in numbers} == configured["CONCURRENT"]


def test_every_package_is_listed_in_the_architecture() -> None:
    there = {
        str(path.parent.relative_to(ROOT))
        for room in ("games", "scorekeeper")
        for path in (ROOT / room).glob("*/__init__.py")
    }
    assert set(first_cells("docs/architecture.md", "## Packages")) == there


def test_every_dependency_has_a_documented_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    named = [
        requirement
        for group in (project["dependencies"], *extras)
        for requirement in group
        if not requirement.startswith("scorekeeper[")
    ]
    listed = [
        name.strip()
        for cell, *_why in table("docs/architecture.md", "## Dependencies")
        if cell != "package" and set(cell) != {"-"}
        for name in cell.split(",")
    ]
    assert sorted(listed) == sorted(re.split(r"[\[=]", requirement)[0] for requirement in named)


def test_every_benchmark_is_listed() -> None:
    listed = {words.removeprefix("manage.py bench ") for words in first_cells("docs/contributing.md", "## Measuring")}
    assert listed == set(KINDS)


def test_every_api_address_is_listed_with_its_parameters() -> None:
    paths = schema(api)["paths"]
    taken = {
        path.removeprefix("/api/v1"): {
            parameter["name"] for parameter in operations["get"].get("parameters", ()) if parameter["in"] == "query"
        }
        for path, operations in paths.items()
    }
    rows = [row for row in table("docs/api.md", "## Endpoints") if row[0].startswith("`")]
    listed = {row[0].strip("`"): {"language", *re.findall(r"`(\w+)`", re.sub(r"\(.*?\)", "", row[2]))} for row in rows}
    assert listed == taken


# What the pages name

PLACEHOLDER = re.compile(r"[<>*…{}$ ]")


def named(pages: Iterable[Path], pattern: str) -> set[str]:
    """Return what is named on the pages, in code and in blocks of code."""
    return {anchors_found for page in pages for anchors_found in re.findall(pattern, page.read_text())}


def test_every_documented_command_exists() -> None:
    commands = {name.replace("-", "_") for name in named(PAGES, r"manage\.py ([a-z][\w-]+)")}
    assert commands <= set(get_commands())
    targets = set(re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert named(PAGES, r"`make ([a-z][\w-]*)") <= targets


def test_documented_file_names_have_the_current_version() -> None:
    assert named(PAGES, r"scorekeeper-(\d+\.\d+\.\d+)-") == {__version__}


def test_every_documented_path_exists() -> None:
    paths = named(PAGES, r"`((?:games|scorekeeper|tests|templates|static|docs)/[^`]*)`")
    assert [path for path in sorted(paths) if not PLACEHOLDER.search(path) and not (ROOT / path).exists()] == []
    modules = named(PAGES, r"`((?:games|scorekeeper)(?:\.[a-z_]+)+)`")
    there = [ROOT / module.replace(".", "/") for module in sorted(modules)]
    assert [str(path) for path in there if not path.is_dir() and not path.with_suffix(".py").exists()] == []


def test_every_page_named_in_the_project_exists() -> None:
    rooms = [path for room in ("games", "scorekeeper", "templates", "tests") for path in (ROOT / room).rglob("*.*")]
    sources = [path for path in rooms if path.suffix in (".py", ".po", ".html") and path != Path(__file__)]
    assert "docs/hosting.md" in named(sources, r"docs/[\w-]+\.md")
    sources += [ROOT / "pyproject.toml", ROOT / "Makefile"]
    assert [path for path in named(sources, r"\bdocs/[\w/-]+\.md") if not (ROOT / path).exists()] == []


def test_the_organisers_page_quotes_current_texts() -> None:
    catalogue = read(ROOT / "scorekeeper" / "locale" / "fr" / "LC_MESSAGES" / "django.po")
    called = {entry.msgid.rstrip(" …") for entry in catalogue}
    pages = [ROOT / "docs" / name for name in ("organisers.md", "api.md")]
    quoted = {" ".join(words.split()) for words in named(pages, r"(?<![*\w])\*(?=[^\s*])([^*]*\S)\*(?![*\w])")}
    assert [text for text in sorted(quoted) if text not in called and text[0].lower() + text[1:] not in called] == []
