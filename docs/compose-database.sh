#!/bin/sh
# Run once by the database of compose.yaml, when its volume is new. The image's own account is a superuser, for whom
# PostgreSQL doesn't keep clubs apart; so Scorekeeper gets one of its own.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username postgres <<'SQL'
CREATE ROLE scorekeeper LOGIN PASSWORD :'password';
CREATE DATABASE scorekeeper OWNER scorekeeper;
SQL
