"""`manage.py draw_icons`: draw the app's icons again after `icon.svg` has changed."""

from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.web.pwa import icons


class Command(BaseCommand):
    help = "Redraw the icons in static/img from icon.svg."

    def handle(self, *args: Any, **options: Any) -> None:
        for icon in icons.EVERY:
            (icons.IMAGES / icon.name).write_bytes(icon.drawn())
