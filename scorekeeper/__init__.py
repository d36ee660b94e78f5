"""The Django project: who plays (`clubs`), what was played (`play`), and how it is served.

Rules and scores are the business of `games`, which knows nothing of this package.
"""
