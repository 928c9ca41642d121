#!/bin/sh
# rebuild.sh GEO PYTHON: map file and art of wwi anew from the geographic data
set -e
here=$(dirname "$0")
data="$here/../../src/firestep/games/wwi/data"
"$2" "$here/build.py" --geo "$1" --header "$here/wwi_header.txt" --out "$data/map.txt"
"$2" "$here/art.py" --geo "$1" --out "$data/art.svg"
