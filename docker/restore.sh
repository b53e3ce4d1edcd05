#!/bin/sh
# Restores databases from backups that docker/backup.sh made. Stop the services first.
#
#   docker compose stop crawler source-manager
#   docker compose run --rm backup restore.sh                    # the newest backup of both databases
#   docker compose run --rm backup restore.sh crawler FILE       # one database from one file
#   docker compose start source-manager crawler
#
# A database is replaced as a whole or, if anything fails, stays as it was.
set -eu
: "${BACKUP_DIR:=/backups}" "${BACKUP_DATABASES:=source_manager crawler}"
[ -z "${PGPASSWORD_FILE:-}" ] || PGPASSWORD=$(cat "$PGPASSWORD_FILE")
export PGPASSWORD="${PGPASSWORD:-}"
# Dropping a schema tells each table of it.
export PGOPTIONS='-c client_min_messages=warning'

fail() {
  echo "$*" >&2
  exit 1
}

# What is there now is dropped in the same transaction; tables that the backup does not know as well.
script_of() { # database, file
  query "$1" "select format('drop schema %I cascade;', nspname) from pg_namespace
    where nspname not like 'pg\_%' and nspname <> 'information_schema'"
  echo 'create schema public;'
  query "$1" "select format('alter schema public owner to %I;', pg_get_userbyid(datdba)) from pg_database
    where datname = current_database()"
  # A backup that ends early, perhaps in the middle of a table, must not be committed.
  { pg_restore --file=- "$2" || printf '\n\\.\n%s;\n' 'the rest of the backup cannot be read'; } |
    sed '/^CREATE SCHEMA public;$/d'
}

query() { # database, SQL
  psql --no-psqlrc --tuples-only --no-align --dbname "$1" --command "$2"
}

restore() { # database, file
  [ -s "$2" ] || fail "no backup to restore $1 from: $2"
  clients=$(query "$1" \
    "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and backend_type = 'client backend'")
  [ "$clients" = 0 ] || fail "$1 is in use by $clients connections: stop the services first"
  script_of "$1" "$2" |
    psql --no-psqlrc --quiet --output=/dev/null --set ON_ERROR_STOP=1 --single-transaction --file=- --dbname "$1" ||
    fail "$1 was not restored and is as it was"
  echo "restored $1 from $2"
}

case $# in
  0)
    for database in $BACKUP_DATABASES; do
      newest=$(ls -1 "$BACKUP_DIR/$database"-*.dump 2>/dev/null | sort | tail -n 1)
      restore "$database" "${newest:-$BACKUP_DIR/$database-*.dump}"
    done
    ;;
  2) restore "$1" "$2" ;;
  *) fail 'usage: restore.sh [DATABASE FILE]' ;;
esac
