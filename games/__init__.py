"""The card games. A `games` folder anywhere on Python's path can add more."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
