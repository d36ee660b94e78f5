"""What a phone makes of the pages as an app: its icon, what that opens, and what is shown without a connection.

The *shell* is all of that beside the pages. Its *worker* (`static/js/worker.js`) is a script that a browser runs beside
them, by https or on the machine itself, and asks when it is not connected.
"""
