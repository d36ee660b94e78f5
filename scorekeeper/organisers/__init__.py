"""The organisers' panel: Django's admin for everything that belongs to a club, and the audit log."""
