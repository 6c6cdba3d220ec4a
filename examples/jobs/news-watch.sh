#!/bin/sh
# A news watch: feeds → Parquet files that DuckDB or pandas read. Stop it with Ctrl-C; the next start continues. ONCE=1 ends after one round.
#   news-watch.sh news/ https://example.org/feed.xml …
set -eu
folder=$1
shift
mkdir -p "$folder"
{
  for feed in "$@"; do
    printf '[[sources]]\nkind = "feed"\nfeeds = ["%s"]\n%s\n' "$feed" "${ONCE:+once = true}"
  done
  printf '[[sinks]]\nkind = "parquet"\nfolder = "%s"\n[state]\nfolder = "%s/state"\n' "$folder" "$folder"
} > "$folder/watch.toml"
dehusk watch "$folder/watch.toml"
