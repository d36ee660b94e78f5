"""The single file: Scorekeeper and every package it needs in one zip that Python runs, for machines without network.

`build` makes it; `start` is what the file begins with, on a machine that has nothing else of ours.
"""
