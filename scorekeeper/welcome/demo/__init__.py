"""The demo: a made-up club in the middle of an evening, in the language of whoever looks at it."""
