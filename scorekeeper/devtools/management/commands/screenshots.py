"""`manage.py screenshots`: photograph every page and state on every screen, light and dark, in each language."""

from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from itertools import product
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.devtools.sandbox import chromium
from scorekeeper.devtools.sandbox.chromium import NotInstalledError
from scorekeeper.devtools.sandbox.server import running_server
from scorekeeper.devtools.sandbox.testbed import testbed

SCREENS, SCHEMES = ("phone", "tablet", "laptop"), ("light", "dark")


class Command(BaseCommand):
    help = "Take a picture of every page and state on a temporary database, and show them side by side."

    def add_arguments(self, parser: ArgumentParser) -> None:
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--to", type=Path, default=Path("screenshots"), help="a folder (default: %(default)s)")
        parser.add_argument(
            "--only", nargs="+", default=["*"], help="only scenes with these names, such as 'table-skat-*'"
        )
        parser.add_argument("--screen", nargs="+", choices=SCREENS, default=SCREENS)
        parser.add_argument("--scheme", nargs="+", choices=SCHEMES, default=SCHEMES)
        parser.add_argument("--language", nargs="+", choices=languages, default=languages)
        parser.add_argument("--guide", action="store_true", help="take only the pictures of the guides")

    def handle(self, *, to: Path, only: list[str], **asked: Any) -> None:
        try:
            chromium.check_driven()
        except NotInstalledError as error:
            raise CommandError(str(error)) from error
        from scorekeeper.devtools.screenshots import (  # noqa: PLC0415 - Playwright may not be installed
            camera,
            cookies,
            gallery,
            guide_pictures,
            sample_data,
            scenes,
        )

        if asked["guide"]:
            try:
                guide_pictures.take_all(self.stdout.write)
            except camera.UnexpectedStatusError as error:
                raise CommandError(str(error)) from error
            return
        looks = [
            camera.SceneView(screen=camera.SCREENS[screen], scheme=scheme, language=language)
            for screen, scheme, language in product(asked["screen"], asked["scheme"], asked["language"])
        ]
        failures: list[str] = []
        with testbed():
            found = sample_data.build()
            wanted = [scene for scene in scenes.scenes(found) if any(fnmatch(scene.name, one) for one in only)]
            known = cookies.cookies_of(found)

            def take(look: camera.SceneView, site: str) -> list[str]:
                (to / look.name).mkdir(parents=True, exist_ok=True)
                with camera.camera(site, known) as one:
                    files = ((scene, to / look.name / f"{scene.name}.png") for scene in wanted)
                    return [
                        f"{scene.name}: {failure}" for scene, file in files if (failure := one.take(scene, look, file))
                    ]

            # Playwright leaves an event loop in its thread, where Django refuses to use the database.
            with running_server() as server, ThreadPoolExecutor(max_workers=2) as threads:
                site = f"http://127.0.0.1:{server.port}"
                for look, taken in [(look, threads.submit(take, look, site)) for look in looks]:
                    failures += [f"{look.name}, {failure}" for failure in taken.result()]
                    self.stdout.write(f"{look.name}: {len(wanted)} pictures")
        self.stdout.write(f"Overview: {gallery.write(to, wanted, looks)}")
        if failures:
            raise CommandError("\n".join(["Not taken:", *failures]))
