#!/bin/sh
# Prints the first interpreter that octools can be set up with: Python 3.11 or newer with the venv module.
# PYTHON=... chooses one by hand. Otherwise one sentence on standard error says what is missing, exit 1.
found=
no_venv=
if [ -n "${PYTHON:-}" ]; then
  set -- "$PYTHON"
else
  set -- python3 python3.13 python3.12 python3.11 python3.14 python
fi
for name; do
  path=$(command -v "$name" 2>/dev/null) || continue
  version=$("$path" -c 'import sys; sys.stdout.write("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue
  if ! "$path" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    found="$found${found:+, }$name is $version"
  elif ! "$path" -c 'import venv, ensurepip' 2>/dev/null; then
    no_venv="$no_venv${no_venv:+, }$name ($version)"
  else
    echo "$path"
    exit 0
  fi
done
if [ -n "$no_venv" ]; then
  echo "error: $no_venv has no venv module (with ensurepip); install it (on Debian and Ubuntu: apt install python3-venv) and run make again." >&2
elif [ -n "$found" ]; then
  echo "error: octools needs Python 3.11 or newer, but $found; install a newer one, or name it with make PYTHON=/path/to/python." >&2
else
  echo "error: octools needs Python 3.11 or newer, and no ${PYTHON:-python3} was found; install it, or name it with make PYTHON=/path/to/python." >&2
fi
exit 1
