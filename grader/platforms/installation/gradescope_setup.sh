#!/usr/bin/env bash
# Gradescope runs this once, as root, when the autograder is built. Nothing is downloaded if the image has Python.
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"

if ! command -v python3 >/dev/null; then
  apt-get update -q
  apt-get install -yq --no-install-recommends python3
fi
python3 -I "$root/source/install.py" "$root/grader"
# The rubric is nobody's business but root's.
chmod -R go-rwx "$root/source"
# For whoever reads the log of the build. What counts is measured again for each submission.
"$root/grader/bin/grader" doctor || true
