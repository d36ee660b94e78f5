"""The pages of the organisers' panel for clubs and their people, evenings and seasons."""

from django.contrib import admin
from django.contrib.auth.models import Group

from scorekeeper.clubs.admin import (
    accounts,
    clubs,
    evenings,
    house_rules,
    members,
    merges,
    organisers,
    phones,
    seasons,
    tariffs,
)

__all__ = [
    "accounts",
    "clubs",
    "evenings",
    "house_rules",
    "members",
    "merges",
    "organisers",
    "phones",
    "seasons",
    "tariffs",
]

admin.site.unregister(Group)  # there are two kinds of people here: organisers and superusers
