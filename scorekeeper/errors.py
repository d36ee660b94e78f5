"""What is answered when a request cannot even be read."""

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import render_to_string


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 400; Django's own looks for a token in the very form that could not be read, and fails again."""
    return HttpResponseBadRequest(render_to_string("400.html"))
