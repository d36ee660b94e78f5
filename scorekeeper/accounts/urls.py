"""URLs of members with a login, below `/club/`, and those where passwords are checked."""

import re

from django.urls import path

from scorekeeper.accounts import member_pages

_PASSWORD = re.compile(
    r"^/(?:admin/(?:login|password_change|second-factor)|club/(?:sign-in|me/password|set-password/[^/]+/[^/]+))/$"
)


def takes_password(address: str) -> bool:
    """Return whether a password that is posted to this path is hashed, which takes a third of a second of a core.

    >>> takes_password("/club/sign-in/"), takes_password("/club/sign-out/")
    (True, False)
    """
    return _PASSWORD.search(address) is not None


urlpatterns = [
    path("sign-in/", member_pages.sign_in, name="sign_in"),
    path("sign-out/", member_pages.sign_out, name="sign_out"),
    path("set-password/<secret:uidb64>/<secret:token>/", member_pages.set_password, name="set_password"),
    path("me/", member_pages.me, name="me"),
    path("me/name/", member_pages.name, name="my_name"),
    path("me/password/", member_pages.password, name="my_password"),
]
