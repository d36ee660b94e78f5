"""Focus on the first error of a form."""

from django import forms


def point_at_error(form: forms.BaseForm) -> None:
    """Set `autofocus` on the first field with an error; screen readers read the message out with it."""
    invalid = next((field for field in form.visible_fields() if field.errors), None)
    if invalid:
        invalid.field.widget.attrs["autofocus"] = True
