"""Watching the server: the metrics for Prometheus, and the operator's page in the panel.

What is counted is in `scorekeeper.telemetry`. Each server process knows only itself, so it serves its own metrics, at a
port of its own; where there can be others, it also leaves a *report* of itself in `DATA_DIR/processes` every ten
seconds. The operator's page adds the reports up.
"""
