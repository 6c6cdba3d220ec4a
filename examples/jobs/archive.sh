#!/bin/sh
# A reader's archive: the bookmarks that a browser exports → a folder of Markdown, one file per page. Run it again to add new bookmarks.
#   archive.sh bookmarks.html archive/ [options of dehusk]
set -eu
bookmarks=$1 archive=$2
shift 2
list=$(mktemp)
trap 'rm -f "$list"' EXIT
grep -oiE 'href="https?://[^"]+"' "$bookmarks" | cut -d'"' -f2 | sed 's/&amp;/\&/g' | sort -u > "$list"
dehusk -i "$list" --format md --with-metadata -o "$archive" "$@"
