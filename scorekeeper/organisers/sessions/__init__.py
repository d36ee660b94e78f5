"""Sessions in the panel: their list, and the page of one with its hands."""
