"""The pages of the panel that take one module each."""
