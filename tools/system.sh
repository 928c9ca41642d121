#!/bin/sh
# The programs that Python packages do not bring: Chromium and PostgreSQL. Installs what is missing where it may.
set -eu

missing=""
browser=""
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && browser="$name" && break
done
[ -n "$browser" ] || missing="chromium"
command -v postgres >/dev/null 2>&1 || command -v pg_ctl >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1 \
    || missing="$missing postgresql"

[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "installing:$missing" | sed 's/: */: /'
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq || true
    # the same browser without its windows is smaller and quicker, where Debian has it
    if [ -z "$browser" ] && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        missing=$(echo "$missing" | sed 's/chromium/chromium-headless-shell/')
    fi
    if apt-get install -y -qq --no-install-recommends $missing >/dev/null; then
        exit 0
    fi
fi
echo "not installed: $missing. Pictures of the map need chromium, tests of the database store need postgresql;" >&2
echo "install them with your system's package manager (on Debian as root: apt-get install $missing). All else works." >&2
