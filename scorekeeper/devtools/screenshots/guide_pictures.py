"""Takes the pictures of the guides, as `manage.py screenshots --guide` asks, and reads what a picture says."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.conf import settings
from playwright.sync_api import FloatRect, Page

from scorekeeper.devtools.bench.served import served
from scorekeeper.devtools.bench.stage import stage
from scorekeeper.devtools.screenshots import scenes, world
from scorekeeper.devtools.screenshots.camera import SCREENS, Camera, SceneView, camera
from scorekeeper.devtools.screenshots.cookies import cookies_of
from scorekeeper.devtools.screenshots.scenes import Scene
from scorekeeper.guide import pictures
from scorekeeper.guide.parts import Picture
from scorekeeper.guide.pictures import SHARP, Taken

HANDS = 300
"""Of the seeded club: enough to have standings, and soon played."""

QUALITY = 0.5
MARGIN = 6

VARIES = re.compile(
    r"\b\d{1,2}:\d{2}\b"
    r"|\b\d+\s(?:minutes?|hours?|heures?|Minuten?|Stunden?)\b"
)
"""Times of day, and how long ago something was."""

FROM_TO = """(found) => {
    scrollTo(0, 0);
    const boxes = found.map((one) => one.getBoundingClientRect()).filter((box) => box.height);
    const [top, bottom] = [boxes.map((box) => box.top), boxes.map((box) => box.bottom)];
    return [Math.floor(scrollY + Math.min(...top)), Math.ceil(scrollY + Math.max(...bottom))];
}"""
"""At which heights of the page the first of these elements begins and the last one ends."""

SEEN = """(found) => {
    const words = [];
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
        const around = node.parentElement;
        if (!node.data.trim() || around.closest(".seen-by-none, template, noscript, option")) continue;
        if (!around.checkVisibility({visibilityProperty: true})) continue;
        if (found.some((one) => one.contains(node))) words.push(node.data);
    }
    return words.join(" ");
}"""
"""The words of these elements, wherever they stand: what is seen of others between them depends on the fonts."""

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
    """A phone by day: that is what lies on the table."""
    return SceneView(screen=SCREENS["phone"], scheme="light", language=language, sharp=SHARP)


@contextmanager
def seen(camera: Camera, scene: Scene, picture: Picture, language: str) -> Iterator[tuple[Page, FloatRect, Taken]]:
    """The page of a picture, which piece of it is meant, and what is noted of it."""
    with camera.page(scene, look(language)) as page:
        top, bottom = page.locator(picture.crop).evaluate_all(FROM_TO)
        words = page.locator(picture.crop).evaluate_all(SEEN)
        said = VARIES.sub("…", " ".join(words.split()))
        width, height = SCREENS["phone"].width, bottom - top + 2 * MARGIN
        clip = FloatRect(x=0, y=top - MARGIN, width=width, height=height)
        yield page, clip, Taken(width=width, height=height, said=said)


def take_all(say: Callable[[str], object]) -> None:
    """In every language, on a stage of their own."""
    with stage():
        found = world.build(hands=HANDS)
        by_name, cookies = scenes_by_name(found), cookies_of(found)

        def take_in(language: str, port: int) -> int:
            with camera(f"http://127.0.0.1:{port}", cookies) as one:
                return take(one, by_name, language)

        # Playwright leaves an event loop in its thread, where Django would refuse to ask the database.
        with served() as server, ThreadPoolExecutor(max_workers=1) as thread:
            for language, _name in settings.LANGUAGES:
                size = thread.submit(take_in, language, server.port).result()
                say(f"{language}: {len(pictures.every())} pictures, {size:,} bytes")


def scenes_by_name(found: world.World) -> dict[str, Scene]:
    return {scene.name: scene for scene in scenes.scenes(found)}


def take(camera: Camera, by_name: dict[str, Scene], language: str) -> int:
    """All pictures in one language, as files; gives the bytes they have together."""
    noted, size = {}, 0
    for picture in pictures.every():
        with seen(camera, by_name[picture.scene], picture, language) as (page, clip, taken):
            png = page.screenshot(clip=clip, full_page=True, animations="disabled")
            file = pictures.file_of(picture, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(_smaller(page, png))
        noted[picture.scene] = taken
        size += file.stat().st_size
    pictures.note(language, noted)
    return size


def _smaller(page: Page, png: bytes) -> bytes:
    """The picture as WebP, which Chromium writes by itself."""
    blank = page.context.new_page()
    url: str = blank.evaluate(TO_WEBP, [f"data:image/png;base64,{b64encode(png).decode()}", QUALITY])
    blank.close()
    return b64decode(url.partition(",")[2])
