#!/bin/sh
# Grades a class on several machines that see this folder under the same path. `grader setup gnu-parallel` wrote this file:
# sh grade.sh SUBMISSIONS HOSTS; HOSTS is a file with a machine per line, ":" for this one. Run it again to go on.
set -eu
SHARDS=20
here=$(cd "$(dirname "$0")" && pwd)
class=$(cd "${1:?the folder with the submissions}" && pwd)

parallel --quote --sshloginfile "${2:?a file with a machine per line}" --jobs 1 --retries 2 --joblog "$here/grade.log" \
  "$here/grader-env/bin/grader" batch "$class" --rubric "$here/grader/rubric/rubric.yaml" \
  --require-isolation @LEVEL@ --shard "{}/$SHARDS" --out "$here/shards/{}" ::: $(seq "$SHARDS")
