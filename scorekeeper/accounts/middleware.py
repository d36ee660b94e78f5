"""`request.user`, with two-factor authentication."""

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scorekeeper.accounts import second_factor


class TwoFactorMiddleware(AuthenticationMiddleware):
    """Django's middleware, except that nobody is signed in while a code is awaited.

    Every page uses `request.user`, so none can forget the second factor. The database is queried only if a page does.
    """

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: second_factor.user_of(request))  # type: ignore[assignment]
        del request.auser  # Django's async version would ignore the code
