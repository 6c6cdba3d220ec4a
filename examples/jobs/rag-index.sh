#!/bin/sh
# An index for retrieval: a folder of pages → JSON lines of chunks, each with its page, its headings and its place, ready to be embedded.
#   rag-index.sh pages/ > chunks.jsonl
set -eu
dehusk "$1" --format chunks
