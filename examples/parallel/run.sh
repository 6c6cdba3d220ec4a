#!/usr/bin/env bash
# GNU parallel and split: LINES records in two jobs and in three parts have the bytes of one process.
# Usage: run.sh [LINES [short]], `short` for pages of one sentence. Needs GNU parallel, zstd, and `npm run build` in the checkout.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dehusk="node $here/../../packages/dehusk/bin/dehusk.js"
lines=${1:-2000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

node "$here/../make-pages.mjs" "$lines" 0 "${2:-}" | zstd -q > pages.jsonl.zst

$dehusk batch pages.jsonl.zst --quiet > whole.jsonl
zstdcat pages.jsonl.zst |
  parallel --pipe --keep-order -j2 --block 4M "$dehusk batch - --threads 1 --timeout 2s --quiet" > parallel.jsonl
cmp whole.jsonl parallel.jsonl

zstdcat pages.jsonl.zst > pages.jsonl
split -n l/3 pages.jsonl part-
for part in part-*; do $dehusk batch "$part" --quiet; done > split.jsonl
cmp whole.jsonl split.jsonl

echo "$(wc -l < whole.jsonl) rows of $lines records: the same bytes from one process, from parallel and from split"
