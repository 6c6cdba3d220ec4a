#!/bin/sh
# A corpus: WARC files → JSON lines as datatrove reads them, in one language, without repeated documents.
#   corpus.sh en texts.jsonl.gz crawl/*.warc.gz
set -eu
language=$1 output=$2
shift 2
dehusk batch "$@" --preset datatrove --target-language "$language" --min-length 200 --quiet |
  dehusk dedupe - --mode exact --no-progress | gzip > "$output"
