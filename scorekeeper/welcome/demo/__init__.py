"""The demo: a made-up club in the middle of an evening, in the visitor's language."""
