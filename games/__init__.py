"""Every card game. A further one may lie in a `games` folder anywhere on Python's path."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
