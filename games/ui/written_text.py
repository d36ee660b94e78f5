"""Texts written in Markdown, such as that of a game's page "how this is scored".

The text before the first heading introduces the game. A heading `## Title {#slug}` begins a section. A line
`[[name argument …]]` is a placeholder, which the page fills in. A list whose items all begin with a term in bold and a
colon becomes a list of terms. A table looks like those of the tariff: its first column has the headings of the rows,
and a column that is aligned right has figures. A star marks our own reading of a rule, so emphasis takes two stars. In
the rules of a game, the section `words` is the glossary, also shown at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from games import files

GLOSSARY = "words"

_SECTION = re.compile(r"^## (.+) \{#([\w-]+)\}$", re.MULTILINE)
_PLACEHOLDER = re.compile(r"^\[\[(.+)\]\]$", re.MULTILINE)
_TERM = re.compile(r"\*\*(.+?)\*\*\s?: (.+)", re.DOTALL)


class Placeholder(NamedTuple):
    """What the page shows in the place of a line such as `[[tariff calls]]`."""

    name: str
    arguments: tuple[str, ...]


class TextSection(NamedTuple):
    """A section of the text. Each block is HTML or a placeholder."""

    slug: str
    title: str
    blocks: tuple[str | Placeholder, ...]


class WrittenText(NamedTuple):
    """The text in one language; the introduction is HTML."""

    introduction: str
    sections: tuple[TextSection, ...]

    @property
    def glossary(self) -> str:
        """The glossary as HTML; empty if there is none."""
        found = (section for section in self.sections if section.slug == GLOSSARY)
        return "".join(block for section in found for block in section.blocks if isinstance(block, str))


@cache
def rules_of(slug: str, language: str) -> WrittenText | None:
    """Return the rules of a game, from `games/<slug>/rules.<language>.md`; None if they are not written.

    Rules that are not translated are returned in English.
    """
    path = files.of_game(slug, f"rules.{language}.md") or files.of_game(slug, "rules.en.md")
    return read(path.read_text(encoding="utf-8")) if path else None


def read(markdown: str) -> WrittenText:
    r"""Read a text.

    >>> text = read("A game.\n\n## Words {#words}\n\n* **Solo**: One alone.\n\n[[tariff calls stakes]]\n")
    >>> text.introduction, text.sections[0].title, text.sections[0].blocks[1]
    ('<p>A game.</p>\n', 'Words', Placeholder(name='tariff', arguments=('calls', 'stakes')))
    >>> print(text.glossary.replace("\n", ""))
    <dl class="terms"><div><dt>Solo</dt><dd>One alone.</dd></div></dl>
    """
    introduction, *parts = _SECTION.split(markdown)
    sections = zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    return WrittenText(
        introduction=_MARKDOWN.render(introduction),
        sections=tuple(TextSection(slug, title, tuple(_blocks(text))) for title, slug, text in sections),
    )


def _blocks(text: str) -> Iterator[str | Placeholder]:
    for number, part in enumerate(_PLACEHOLDER.split(text)):
        if number % 2:
            name, *arguments = part.split(" ")
            yield Placeholder(name, tuple(arguments))
        elif part.strip():
            yield _MARKDOWN.render(part)


def _lists_of_terms(state: StateCore) -> None:
    """Make every list of terms a `dl`."""
    for start, opening in enumerate(state.tokens):
        if opening.type != "bullet_list_open":
            continue
        length = next(n for n, token in enumerate(state.tokens[start:], 1) if token.type == "bullet_list_close")
        tokens = state.tokens[start : start + length]
        terms = [(token, _TERM.fullmatch(token.content)) for token in tokens if token.type == "inline"]
        if not all(term for _token, term in terms):
            continue
        for token in tokens:
            token.tag = {"ul": "dl", "li": "div"}.get(token.tag, token.tag)
        opening.attrSet("class", "terms")
        for token, term in terms:
            assert term is not None
            word, meaning = map(state.md.renderInline, term.groups())
            token.type, token.content = "html_block", f"<dt>{word}</dt><dd>{meaning}</dd>"


def _tables(state: StateCore) -> None:
    """Make every table look like those of the tariff, which scroll where they are too wide for a phone."""
    for start, opening in enumerate(state.tokens):
        if opening.type != "table_open":
            continue
        length = next(n for n, token in enumerate(state.tokens[start:], 1) if token.type == "table_close")
        tokens = state.tokens[start : start + length]
        heads = [tokens[n + 1].content for n, token in enumerate(tokens) if token.type == "th_open"]
        column = 0
        for token in tokens:
            if token.type == "tr_open":
                column = 0
            elif token.type in ("th_open", "td_open"):
                column += 1
                if token.type == "th_open" or column == 1:
                    token.attrSet("scope", "col" if token.type == "th_open" else "row")
                if token.attrs.pop("style", None) != "text-align:right":
                    token.attrSet("class", "words")
            if token.type in ("td_open", "td_close") and column == 1:
                token.tag = "th"
        opening.meta["label"] = ", ".join(filter(None, heads))


def _table_open(_md: RendererHTML, tokens: Sequence[Token], place: int, _options: OptionsDict, _env: EnvType) -> str:
    label = escapeHtml(tokens[place].meta["label"])
    scroll = f'<div class="scroll" tabindex="0" role="group" aria-label="{label}">'
    return f'<div class="tariff">{scroll}<table class="figures">\n'


def _table_close(*_of_token: object) -> str:
    return "</table></div></div>\n"


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKDOWN.core.ruler.after("block", "lists_of_terms", _lists_of_terms)
_MARKDOWN.core.ruler.after("block", "tables", _tables)
_MARKDOWN.add_render_rule("table_open", _table_open)
_MARKDOWN.add_render_rule("table_close", _table_close)
