"""What several games of one family share."""
