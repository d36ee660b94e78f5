"""The money of an evening: one settlement for all tables, ticks on its payments, and the cash box."""
