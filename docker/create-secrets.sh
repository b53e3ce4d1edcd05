#!/bin/sh
# Creates the secrets that docker-compose.yml names. Existing files are kept.
#
# A container sees a secret with the owner and mode it has here, and its user is neither you nor root. So the files are
# readable by everyone, but the directory is closed: on this machine only you and root can reach them.
set -eu
cd "$(dirname "$0")/secrets"
chmod 700 .

random() {
  od -An -N32 -tx1 /dev/urandom | tr -d ' \n'
}

create() { # file, content
  if [ -e "$1" ]; then
    echo "kept     docker/secrets/$1"
    return
  fi
  printf '%s\n' "$2" >"$1.new"
  chmod 444 "$1.new"
  mv "$1.new" "$1"
  echo "created  docker/secrets/$1"
}

create jwt-secret "$(random)"
create credentials-key "$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
create postgres-password "$(random)"
create grafana-password "$(random)"
# The password of a role is only in its URL; docker/postgres-init.sh reads it from there.
create source-manager-database-url "postgres://source_manager:$(random)@postgres:5432/source_manager"
create crawler-database-url "postgres://crawler:$(random)@postgres:5432/crawler"
