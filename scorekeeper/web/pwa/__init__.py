"""The installable app: its manifest, its icons, its service worker and its offline page.

The *worker* (`static/js/worker.js`) is a script that the browser runs beside the pages, over HTTPS or on localhost. It
answers when there is no connection.
"""
