"""`manage.py screenshots`: photograph every page and state on every screen, light and dark, in each language."""

from argparse import ArgumentParser
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from itertools import product
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.devtools.everything.club import everything
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

    def handle(self, *, to: Path, only: list[str], **options: Any) -> None:
        try:
            chromium.check_driven()
        except NotInstalledError as error:
            raise CommandError(str(error)) from error
        from scorekeeper.devtools.screenshots import (  # noqa: PLC0415 - Playwright may not be installed
            camera,
            cookies,
            gallery,
            guide_pictures,
            scenes,
        )

        if options["guide"]:
            try:
                guide_pictures.take_all(self.stdout.write)
            except camera.UnexpectedStatusError as error:
                raise CommandError(str(error)) from error
            return
        looks = [
            camera.SceneView(screen=camera.SCREENS[screen], scheme=scheme, language=language)
            for screen, scheme, language in product(options["screen"], options["scheme"], options["language"])
        ]
        failures: list[str] = []
        with testbed():
            rows = everything()
            every = scenes.scenes(rows, scenes.tables(rows.kitchen))
            chosen = [scene for scene in every if any(fnmatch(scene.name, pattern) for pattern in only)]
            browser_cookies = cookies.cookies_of(rows)

            def take(view: camera.SceneView, site: str) -> list[str]:
                (to / view.name).mkdir(parents=True, exist_ok=True)
                with camera.camera(site, browser_cookies) as scene_camera:
                    files = ((scene, to / view.name / f"{scene.name}.png") for scene in chosen)
                    return [
                        f"{scene.name}: {failure}"
                        for scene, file in files
                        if (failure := scene_camera.take(scene, view, file))
                    ]

            # Playwright leaves an event loop in its thread, where Django refuses to use the database.
            with running_server() as port, ThreadPoolExecutor(max_workers=2) as threads:
                site = f"http://127.0.0.1:{port}"
                for view, failures_of_view in [(view, threads.submit(take, view, site)) for view in looks]:
                    failures += [f"{view.name}, {failure}" for failure in failures_of_view.result()]
                    self.stdout.write(f"{view.name}: {len(chosen)} pictures")
        self.stdout.write(f"Overview: {gallery.write(to, chosen, looks)}")
        if failures:
            raise CommandError("\n".join(["Not taken:", *failures]))
