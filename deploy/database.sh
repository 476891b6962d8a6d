#!/bin/sh
# The first start of PostgreSQL in deploy/compose.yaml runs this: the shop gets a role and a database of its own. The
# superuser loses its password, so nobody reaches it but who is inside the container.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --dbname postgres <<'SQL'
\getenv password DATABASE_PASSWORD
create role shop login password :'password';
create database shop owner shop encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'en-US' template template0;
alter role :"USER" password null;
SQL
