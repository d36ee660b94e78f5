"""Warnings for the site administrator on the panel's first page: no recent backup, or little space on the disk."""

from datetime import timedelta

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from scorekeeper.database import disk_space
from scorekeeper.files.archive import last_backup

OLD = timedelta(days=7)
"""Age from which a backup is too old."""


def current() -> list[str]:
    """Return what the site administrator should do something about."""
    warnings = []
    backup = last_backup.made_at()
    if backup is None:
        warnings.append(_("There is no backup yet. The command “backup” makes one while people play."))
    elif timezone.now() - backup > OLD:
        warnings.append(_("The last backup was made %(time)s ago.") % {"time": timesince(backup)})
    if disk_space.is_little():
        warnings.append(_("The disk is almost full."))
    return warnings
