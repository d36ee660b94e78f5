"""Import and export: spreadsheets, session documents and archives."""
