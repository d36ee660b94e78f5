"""The pictures of the guides and the text on them, for `manage.py screenshots --guide`."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.conf import settings
from playwright.sync_api import FloatRect, Page

from scorekeeper.devtools.everything.club import Everything, everything
from scorekeeper.devtools.sandbox.server import running_server
from scorekeeper.devtools.sandbox.testbed import testbed
from scorekeeper.devtools.screenshots import scenes
from scorekeeper.devtools.screenshots.camera import SCREENS, Camera, SceneView, camera
from scorekeeper.devtools.screenshots.cookies import cookies_of
from scorekeeper.devtools.screenshots.scenes import Scene
from scorekeeper.guide import pictures
from scorekeeper.guide.guides import Picture
from scorekeeper.guide.pictures import SHARP, PictureRecord

QUALITY = 0.45
MARGIN = 6

VARIES = re.compile(
    r"\b\d{1,2}:\d{2}\b"
    r"|\b\d{1,2}(?:\.\d{2}\.|/\d{2}/| [A-Z][a-z]{2} )\d{4}\b"
    r"|\b\d+\s(?:minutes?|hours?|heures?|Minuten?|Stunden?)\b"
)
"""Times of day, days and durations, which differ from run to run."""

UNFIX = """() => {
    const unfixed = {position: "static", margin: "0 calc(-1 * var(--s4))", borderBottom: "1px solid var(--rule)"};
    for (const bar of document.querySelectorAll(".table .bar")) Object.assign(bar.style, unfixed);
}"""
"""Puts the bar of a table at the end of its form: a picture is longer than a screen, and shows what is below it."""

FROM_TO = """(found) => {
    scrollTo(0, 0);
    const boxes = found.map((one) => one.getBoundingClientRect()).filter((box) => box.height);
    const [top, bottom] = [boxes.map((box) => box.top), boxes.map((box) => box.bottom)];
    return [Math.floor(scrollY + Math.min(...top)), Math.ceil(scrollY + Math.max(...bottom))];
}"""
"""Returns the positions on the page, in pixels from the top, where these elements begin and end."""

SEEN = """(found) => {
    const words = [];
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
        const around = node.parentElement;
        if (!node.data.trim() || around.closest(".visually-hidden, template, noscript, option")) continue;
        if (!around.checkVisibility({visibilityProperty: true})) continue;
        if (found.some((one) => one.contains(node))) words.push(node.data);
    }
    return words.join(" ");
}"""
"""Returns the visible text of these elements only: how much shows of those between them depends on the fonts."""

TO_WEBP = """async ([png, quality]) => {
    const image = new Image();
    image.src = png;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d", {alpha: false}).drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({type: "image/webp", quality});
    const reader = new FileReader();
    const read = new Promise((done) => reader.addEventListener("load", done));
    reader.readAsDataURL(blob);
    await read;
    return reader.result;
}"""


def look(language: str) -> SceneView:
    """Return the view of the guides' pictures: a phone in the light scheme."""
    return SceneView(screen=SCREENS["phone"], scheme="light", language=language, sharp=SHARP)


@contextmanager
def open_picture(
    camera: Camera, scene: Scene, picture: Picture, language: str
) -> Iterator[tuple[Page, FloatRect, PictureRecord]]:
    """Open the page of a picture; yield it with the area to photograph and with the picture's size and text."""
    with camera.page(scene, look(language)) as page:
        page.evaluate(UNFIX)
        top, bottom = page.locator(picture.crop).evaluate_all(FROM_TO)
        words = page.locator(picture.crop).evaluate_all(SEEN)
        text = VARIES.sub("…", " ".join(words.split()))
        width, height = SCREENS["phone"].width, bottom - top + 2 * MARGIN
        clip = FloatRect(x=0, y=top - MARGIN, width=width, height=height)
        yield page, clip, PictureRecord(width=width, height=height, text=text)


def take_all(say: Callable[[str], object]) -> None:
    """Take all pictures in every language, on a temporary database; `say` receives a line for each language."""
    with testbed():
        rows = everything()
        by_name, cookies = scenes_by_name(rows), cookies_of(rows)

        def take_in(language: str, port: int) -> int:
            with camera(f"http://127.0.0.1:{port}", cookies) as phone_camera:
                return take(phone_camera, by_name, language)

        # Playwright leaves an event loop in its thread, where Django refuses to use the database.
        with running_server() as port, ThreadPoolExecutor(max_workers=1) as thread:
            for language, _name in settings.LANGUAGES:
                size = thread.submit(take_in, language, port).result()
                say(f"{language}: {len(pictures.every())} pictures, {size:,} bytes")


def scenes_by_name(rows: Everything) -> dict[str, Scene]:
    return {scene.name: scene for scene in scenes.scenes(rows, scenes.tables(rows.kitchen))}


def take(camera: Camera, by_name: dict[str, Scene], language: str) -> int:
    """Save all pictures in one language and return their total size in bytes."""
    noted, size = {}, 0
    for picture in pictures.every():
        with open_picture(camera, by_name[picture.scene], picture, language) as (page, clip, records):
            png = page.screenshot(clip=clip, full_page=True, animations="disabled")
            file = pictures.file_of(picture, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(_smaller(page, png))
        noted[picture.scene] = records
        size += file.stat().st_size
    pictures.note(language, noted)
    return size


def _smaller(page: Page, png: bytes) -> bytes:
    """Return a PNG converted to WebP, by Chromium."""
    blank = page.context.new_page()
    url: str = blank.evaluate(TO_WEBP, [f"data:image/png;base64,{b64encode(png).decode()}", QUALITY])
    blank.close()
    return b64decode(url.partition(",")[2])
