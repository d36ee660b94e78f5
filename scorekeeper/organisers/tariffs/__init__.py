"""A club's own tariffs in the panel: their list, and the page of one with its form."""
