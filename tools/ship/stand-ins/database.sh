#!/bin/sh
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # The arguments are words, as in the image that this stands for.
  # shellcheck disable=SC2086
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth=scram-sha-256 \
    $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  echo "create database \"$POSTGRES_DB\"" | postgres --single -j postgres
fi
exec "$@"
