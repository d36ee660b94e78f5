"""Files of this version and of older ones."""

from pathlib import Path

OLDER = Path(__file__).with_name("older")
SUMS = OLDER / "SHA256SUMS"
CLUB, CLUB_FILE = "Coupe-file", "coupe-file.club"
"""The club whose file is in each set."""
DUMP = "database.sql.xz"
"""What PostgreSQL reads."""
FACTS = "facts.json"
"""What browsers saw of version 1.0.0, in its second set."""
