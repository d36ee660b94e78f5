"""What only those who work on the app run: benches, screenshots, made-up data, translations."""
