#!/bin/sh
# Writes the lock files anew with the newest releases; needs uv on the PATH. No address of a registry gets into them.
set -eu
cd "$(dirname "$0")/.."
compile() {
  uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
    --no-emit-index-url --no-emit-find-links --no-header --no-annotate \
    --extra codegen --extra host --group dev "$@" pyproject.toml
}
compile --no-config --output-file requirements/dev.txt
compile --constraints requirements/lowest.in --output-file requirements/lowest.txt
(cd typescript && npm update --silent)
node scripts/strip_npm_lock.mjs
