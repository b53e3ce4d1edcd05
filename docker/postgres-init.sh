#!/bin/sh
# The postgres image runs this once, on an empty volume: it creates a role per service, and a database for that role only.
# If it fails, the volume is incomplete: run `docker compose down --volumes` before the next try.
set -eu

query() {
  psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres "$@"
}

create_database() { # name; its secret is a URL like postgres://name:password@host:5432/name
  file="/run/secrets/$(echo "$1" | tr _ -)-database-url"
  password=$(sed -n "s#^postgres://$1:\([A-Za-z0-9._~-]\{16,\}\)@.*/$1\$#\1#p" "$file")
  if [ -z "$password" ]; then
    echo "$file must be like postgres://$1:PASSWORD@postgres:5432/$1, the password of 16 or more letters and digits" >&2
    exit 1
  fi
  # In the environment, because other processes can read arguments.
  password=$password query --set name="$1" <<'SQL'
\getenv password password
create role :"name" login password :'password';
create database :"name" owner :"name";
revoke all on database :"name" from public;
SQL
}

create_database source_manager
create_database crawler
query <<'SQL'
revoke all on database postgres, template1 from public;
SQL
