"""One evening in Firefox and in WebKitGTK, and an organiser who signs in.

The other browser tests run in Chromium alone. This covers what differs from phone to phone: Safari's engine, for one,
lays out tables and fieldsets in its own way. Run one engine by hand:

    .venv/bin/python -m pytest tests/engines -k webkit

Take a picture of a page in it (`Engine.picture` does the same in a test):

    .venv/bin/python -m tests.engines.take_screenshot webkit http://127.0.0.1:8000/ home.png --dark

The Debian packages are `firefox-esr`, and `webkit2gtk-driver` with `xvfb` and
`matchbox-window-manager`. Tests of an engine that is not installed are skipped, or fail with `REQUIRE_ALL=1`.
"""
