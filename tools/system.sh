#!/bin/sh
# The programs that Python packages do not bring: Chromium and PostgreSQL. Installs what is missing where it may.
set -eu

missing=""
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 \
    || missing="chromium"
command -v postgres >/dev/null 2>&1 || command -v pg_ctl >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1 \
    || missing="$missing postgresql"

[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing:$missing" | sed 's/: */: /'
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing >/dev/null; then
        exit 0
    fi
fi
echo "not installed: $missing. Pictures of the map need chromium, tests of the database store need postgresql;" >&2
echo "install them with your system's package manager (on Debian as root: apt-get install $missing). All else works." >&2
