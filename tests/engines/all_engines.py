"""The browser engines other than Chromium, in which all other browser tests run, by name."""

from tests.engines.engine import Engine
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit

ENGINES: dict[str, type[Engine]] = {engine.name: engine for engine in (Firefox, WebKit)}
