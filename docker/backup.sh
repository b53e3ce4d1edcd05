#!/bin/sh
# Backs up both databases while the services run, every BACKUP_EVERY_HOURS, and keeps the newest BACKUP_KEEP of each:
# the profile `backup` of docker-compose.yml runs it. With --once it makes one backup and ends.
#
# The connection comes from PostgreSQL's own variables (PGHOST, PGUSER …), the password from PGPASSWORD_FILE.
set -eu
: "${BACKUP_DIR:=/backups}" "${BACKUP_EVERY_HOURS:=24}" "${BACKUP_KEEP:=7}"
: "${BACKUP_DATABASES:=source_manager crawler}"
[ -z "${PGPASSWORD_FILE:-}" ] || PGPASSWORD=$(cat "$PGPASSWORD_FILE")
export PGPASSWORD="${PGPASSWORD:-}"
umask 077

say() {
  echo "$(date -u +%Y-%m-%dT%H:%M:%SZ) $*"
}

back_up() { # database
  target="$BACKUP_DIR/$1-$(date -u +%Y%m%dT%H%M%SZ).dump"
  # Under another name until it is complete: whatever ends with .dump can be restored.
  if pg_dump --format=custom --file="$target.part" "$1" && pg_restore --list "$target.part" >/dev/null; then
    mv "$target.part" "$target"
    say "backed up $1: $target, $(wc -c <"$target") bytes"
    remove_old "$1"
  else
    rm -f "$target.part"
    say "FAILED: no backup of $1; the older ones are kept" >&2
    return 1
  fi
}

remove_old() { # database
  ls -1 "$BACKUP_DIR/$1"-*.dump | sort -r | tail -n "+$((BACKUP_KEEP + 1))" | while read -r old; do
    rm -f "$old"
    say "removed $old"
  done
}

back_up_all() {
  result=0
  for database in $BACKUP_DATABASES; do back_up "$database" || result=1; done
  return "$result"
}

mkdir -p "$BACKUP_DIR"
if [ "${1:-}" = --once ]; then
  back_up_all
  exit
fi
trap 'exit 0' TERM INT
while :; do
  back_up_all || :
  # In the background, so that a signal ends the wait.
  sleep "$((BACKUP_EVERY_HOURS * 3600))" &
  wait "$!"
done
