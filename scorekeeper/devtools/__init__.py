"""Tools for developers of the app: benchmarks, screenshots, demo data and translations."""
