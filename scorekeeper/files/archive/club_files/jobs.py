"""A club file uploaded to the panel: examined, then imported on confirmation, in a thread beside the requests.

A *job* is a folder with the file and a note of its progress, so that every server process can show it. Only its sender
sees it, and it is deleted after a day. If the server stops, the job ends and nothing was written.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import shutil
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from threading import Thread
from time import monotonic, time
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.db import connections
from django.utils import translation
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive.club_files.import_ import ClubImport
from scorekeeper.files.archive.club_files.progress import percent
from scorekeeper.files.archive.format import ArchiveError
from scorekeeper.files.archive.reader import header_of

RETENTION = 24 * 3600
"""Seconds until an uploaded file is deleted."""
STALLED_AFTER = 60
"""Seconds without progress after which a job counts as interrupted."""
UPDATE_INTERVAL = 0.3
KEY = re.compile(r"[\w-]{16}")

logger = logging.getLogger(__name__)


class Stage(StrEnum):
    """The stage of a job; `CHECKING` and `IMPORTING` proceed by themselves."""

    CHECKING = "checking"
    CHECKED = "checked"
    IMPORTING = "importing"
    DONE = "done"
    FAILED = "failed"


RUNNING = (Stage.CHECKING, Stage.IMPORTING)


@dataclass
class Note:
    """The state of a job: whose it is, which club it imports into, its progress and its result."""

    user: int
    into: int | None
    language: str
    name: str
    stage: Stage = Stage.CHECKING
    percent: int = 0
    error: str = ""
    report: dict[str, Any] | None = None
    at: float = 0


@dataclass
class Job:
    key: str
    note: Note

    @property
    def stage(self) -> Stage:
        """The stage; `FAILED` if a running job has made no progress for long."""
        if self.note.stage in RUNNING and time() - self.note.at > STALLED_AFTER:
            return Stage.FAILED
        return self.note.stage

    @property
    def runs(self) -> bool:
        return self.stage in RUNNING

    @property
    def file(self) -> Path:
        return _folder(self.key) / "file"

    def update(self, **changes: Any) -> None:
        """Store the progress, atomically, so that nobody reads half a note."""
        for name, value in changes.items():
            setattr(self.note, name, value)
        self.note.at = time()
        draft = _folder(self.key) / f"{secrets.token_hex(4)}.part"
        draft.write_text(json.dumps(asdict(self.note)), encoding="utf-8")
        os.replace(draft, _folder(self.key) / "note.json")

    def confirm(self) -> bool:
        """Confirm the import; True for the first confirmation only."""
        if self.stage is not Stage.CHECKED:
            return False
        try:
            (_folder(self.key) / "confirmed").touch(exist_ok=False)
        except FileExistsError:
            return False
        self.update(stage=Stage.IMPORTING, percent=0)
        return True

    def start(self, by: str = "") -> None:
        """Run in a daemon thread, which ends with the server."""
        Thread(target=self._run_alone, args=(by,), name=f"moving-{self.key}", daemon=True).start()

    def _run_alone(self, by: str) -> None:
        try:
            self.run(by)
        finally:
            connections.close_all()

    def run(self, by: str = "") -> None:
        """Examine or import the file, and store the result."""
        with translation.override(self.note.language):
            try:
                self._import(by)
            except ArchiveError as error:
                self.update(stage=Stage.FAILED, error=str(error))
            except Exception:
                logger.exception("A club's file was not read")
                self.update(stage=Stage.FAILED, error=_("Something went wrong."))

    def _import(self, by: str) -> None:
        writes = self.note.stage is Stage.IMPORTING
        into = Club.objects.get(pk=self.note.into) if self.note.into else None
        club_import, last_update = ClubImport(self.file, into=into, writes=writes, by=by), 0.0
        for done, total in club_import.steps():
            if monotonic() - last_update > UPDATE_INTERVAL:
                last_update = monotonic()
                self.update(percent=percent(done, total))
        stage = Stage.DONE if writes else Stage.CHECKED
        self.update(stage=stage, percent=100, report=club_import.report.as_json())


def store_upload(upload: UploadedFile[Any], user: User, into: Club | None) -> Job:
    """Store an uploaded file; raises `ArchiveError` if it is not a club file."""
    _delete_old_uploads()
    key = secrets.token_urlsafe(12)
    folder = _folder(key)
    folder.mkdir(mode=0o700, parents=True)
    try:
        with open(folder / "file", "wb") as out:
            for piece in upload.chunks():
                out.write(piece)
        header_of(folder / "file", is_club=True)
    except BaseException:
        shutil.rmtree(folder)
        raise
    note = Note(user.pk, into.pk if into else None, translation.get_language() or "en", (upload.name or "")[:100])
    job = Job(key, note)
    job.update()
    return job


def find(key: str, user: Any) -> Job | None:
    """Return the job with this key if it is this user's, or None."""
    if not KEY.fullmatch(key):
        return None
    try:
        content = json.loads((_folder(key) / "note.json").read_text(encoding="utf-8"))
    except OSError:
        return None
    note = Note(**{**content, "stage": Stage(content["stage"])})
    return Job(key, note) if note.user == user.pk else None


def _folder(key: str) -> Path:
    folder: Path = settings.DATA_DIR / "club_transfers" / key
    return folder


def _delete_old_uploads() -> None:
    """Delete uploads older than a day."""
    root = _folder("")
    for folder in root.iterdir() if root.is_dir() else ():
        if time() - folder.stat().st_mtime > RETENTION:
            shutil.rmtree(folder, ignore_errors=True)
