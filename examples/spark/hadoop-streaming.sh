#!/usr/bin/env bash
# Hadoop streaming: a job of maps alone. Usage: hadoop-streaming.sh INPUT OUTPUT
# TextInputFormat hands each line without its offset to the program; the program must be installed on every node.
set -euo pipefail
mapred streaming \
  -D mapreduce.job.reduces=0 \
  -D stream.map.input.ignoreKey=true \
  -D mapreduce.output.fileoutputformat.compress=true \
  -inputformat org.apache.hadoop.mapred.TextInputFormat \
  -mapper 'dehusk batch - --threads 1 --timeout 2s --quiet' \
  -input "$1" -output "$2"
