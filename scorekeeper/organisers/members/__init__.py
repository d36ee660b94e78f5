"""Members and guests in the panel: their list and records, logins, and merged records."""
