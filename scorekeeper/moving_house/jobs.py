"""A file that was sent to the panel: looked through, then read in when that is wanted, beside the pages of others.

A *job* is a folder with the file and a note of how far it is, so that every process of the server can say so. It is its
sender's alone, and is gone after a day. Whoever ends the server ends the job with it: then nothing was written.
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
from scorekeeper.moving_house.lines import ClubFileError, header_of
from scorekeeper.moving_house.telling import percent
from scorekeeper.moving_house.unpacking import Unpacking

KEPT = 24 * 3600
"""Seconds after which a file that was sent is thrown away."""
SILENT = 60
"""Seconds without a word after which a job was broken off."""
EVERY = 0.3
KEY = re.compile(r"[\w-]{16}")

logger = logging.getLogger(__name__)


class Stage(StrEnum):
    """How far a job is; two of them go on by themselves."""

    LOOKING = "looking"
    SEEN = "seen"
    READING = "reading"
    DONE = "done"
    FAILED = "failed"


RUNNING = (Stage.LOOKING, Stage.READING)


@dataclass
class Note:
    """What is known of a job: whose it is, into which club, how far it is, and what came of it."""

    user: int
    into: int | None
    language: str
    name: str
    stage: Stage = Stage.LOOKING
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
        """As it was noted, unless nothing was heard for long."""
        if self.note.stage in RUNNING and time() - self.note.at > SILENT:
            return Stage.FAILED
        return self.note.stage

    @property
    def runs(self) -> bool:
        return self.stage in RUNNING

    @property
    def file(self) -> Path:
        return _folder(self.key) / "file"

    def tell(self, **news: Any) -> None:
        """Notes how far it is, so that whoever reads it never sees half a note."""
        for name, value in news.items():
            setattr(self.note, name, value)
        self.note.at = time()
        draft = _folder(self.key) / f"{secrets.token_hex(4)}.part"
        draft.write_text(json.dumps(asdict(self.note)), encoding="utf-8")
        os.replace(draft, _folder(self.key) / "note.json")

    def confirmed(self) -> bool:
        """Whether this is the tap that lets it be read in: a second one does nothing."""
        if self.stage is not Stage.SEEN:
            return False
        try:
            (_folder(self.key) / "confirmed").touch(exist_ok=False)
        except FileExistsError:
            return False
        self.tell(stage=Stage.READING, percent=0)
        return True

    def start(self, by: str = "") -> None:
        """Goes on in a thread of its own, which ends with the server."""
        Thread(target=self._run_alone, args=(by,), name=f"moving-{self.key}", daemon=True).start()

    def _run_alone(self, by: str) -> None:
        try:
            self.run(by)
        finally:
            connections.close_all()

    def run(self, by: str = "") -> None:
        """Looks the file through, or reads it in, and notes what came of it."""
        with translation.override(self.note.language):
            try:
                self._unpack(by)
            except ClubFileError as error:
                self.tell(stage=Stage.FAILED, error=str(error))
            except Exception:
                logger.exception("A club's file was not read")
                self.tell(stage=Stage.FAILED, error=_("Something went wrong here."))

    def _unpack(self, by: str) -> None:
        writes = self.note.stage is Stage.READING
        into = Club.objects.get(pk=self.note.into) if self.note.into else None
        unpacking, told = Unpacking(self.file, into=into, writes=writes, by=by), 0.0
        for done, whole in unpacking.steps():
            if monotonic() - told > EVERY:
                told = monotonic()
                self.tell(percent=percent(done, whole))
        stage = Stage.DONE if writes else Stage.SEEN
        self.tell(stage=stage, percent=100, report=unpacking.report.as_json())


def take(upload: UploadedFile[Any], user: User, into: Club | None) -> Job:
    """Keeps a file that was sent; raises `ClubFileError` where it is not that of a club at all."""
    _throw_away()
    key = secrets.token_urlsafe(12)
    folder = _folder(key)
    folder.mkdir(mode=0o700, parents=True)
    try:
        with open(folder / "file", "wb") as out:
            for piece in upload.chunks():
                out.write(piece)
        header_of(folder / "file")
    except BaseException:
        shutil.rmtree(folder)
        raise
    note = Note(user.pk, into.pk if into else None, translation.get_language() or "en", (upload.name or "")[:100])
    job = Job(key, note)
    job.tell()
    return job


def find(key: str, user: Any) -> Job | None:
    """The job of that key, if it is there and is that user's."""
    if not KEY.fullmatch(key):
        return None
    try:
        said = json.loads((_folder(key) / "note.json").read_text(encoding="utf-8"))
    except OSError:
        return None
    note = Note(**{**said, "stage": Stage(said["stage"])})
    return Job(key, note) if note.user == user.pk else None


def _folder(key: str) -> Path:
    folder: Path = settings.DATA_DIR / "moving" / key
    return folder


def _throw_away() -> None:
    """What was sent a day ago: nobody goes on with it."""
    root = _folder("")
    for folder in root.iterdir() if root.is_dir() else ():
        if time() - folder.stat().st_mtime > KEPT:
            shutil.rmtree(folder, ignore_errors=True)
