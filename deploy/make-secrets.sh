#!/bin/sh
# Creates the secrets that compose.yaml reads from deploy/secrets. Existing ones are kept, so it can
# be run again. Back the folder up, apart from the database: without encryption_keys nobody can read
# what is stored.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
cd secrets

# Others may read the files, since a container has another user; the folder keeps the machine's out.
keep() {
  [ -s "$1" ] && return
  cat >"$1.draft"
  chmod 444 "$1.draft"
  mv "$1.draft" "$1"
  echo "created deploy/secrets/$1"
}
random() { head -c 32 /dev/urandom | "$@" | tr -d ' \n'; }

random od -An -tx1 | keep database_password
random od -An -tx1 | keep sandbox_secret
random od -An -tx1 | keep sandbox_webhook_secret
printf 'k1:%s' "$(random base64)" | keep encryption_keys
printf 'postgres://ponte:%s@database:5432/ponte' "$(cat database_password)" | keep database_url
