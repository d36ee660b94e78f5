"""The writes of the tournament desk: one verb, one transaction, noted in the audit log."""
