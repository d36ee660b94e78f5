"""One evening, and an audit of all targets, in each browser engine: Chromium, Firefox and WebKitGTK.

The other browser tests run in Chromium alone. These cover what differs from phone to phone: Safari's engine, for one,
lays out tables and fieldsets in its own way. Run one engine by hand:

    .venv/bin/python -m pytest tests/engines -k webkit

Take a picture of a page in it (`Engine.picture` does the same in a test):

    .venv/bin/python -m tests.engines.take_screenshot webkit http://127.0.0.1:8000/ home.png --dark

The Debian packages are `chromium-headless-shell`, `firefox-esr`, and `webkit2gtk-driver` with `xvfb` and
`matchbox-window-manager`. Tests of an engine that is not installed are skipped, or fail with `REQUIRE_ALL=1`.
"""
