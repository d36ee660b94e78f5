"""What is printed of sessions, evenings and standings, with the database queries."""
