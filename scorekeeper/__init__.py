"""The Django project: who plays (`clubs`), what was played (`play`), and how it is served.

Rules and scores live in `games`, which knows nothing of this package.
"""

__version__ = "1.1.0"
