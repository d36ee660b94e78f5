"""All pages of the organisers' panel, in the module where Django's admin looks for them."""

from django.contrib import admin
from django.contrib.auth.models import Group

import scorekeeper.organisers.members.admin
import scorekeeper.organisers.members.merges
import scorekeeper.organisers.pages.accounts
import scorekeeper.organisers.pages.api_tokens
import scorekeeper.organisers.pages.clubs
import scorekeeper.organisers.pages.evenings
import scorekeeper.organisers.pages.house_rules
import scorekeeper.organisers.pages.organisers
import scorekeeper.organisers.pages.phones
import scorekeeper.organisers.pages.seasons
import scorekeeper.organisers.sessions.admin
import scorekeeper.organisers.spreadsheets.urls
import scorekeeper.organisers.tariffs.admin  # noqa: F401 - each registers its own

admin.site.unregister(Group)  # organisers and superusers are the only roles
