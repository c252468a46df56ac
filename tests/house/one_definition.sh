#!/usr/bin/env bash
# one_definition.sh headers COMPILER | sources COMPILER OBJECTS: one name is one thing in all of the core library, says GCC's COMPILER.
set -euo pipefail
cd "$(dirname "$0")/../.."

what=$1
compiler=$2
flags=(-std=c++20 -Iinclude -Isrc)

files() { find "$1" -name "$2" -not -path '*/io/*' | sort; }

# All headers in one file: what two of them define under one name is an error, also where templates and types never meet
# in a program.
headers() {
  { files include/carom '*.hpp' | sed 's,^include/,,'; files src '*.hpp' | sed 's,^src/,,'; } |
    sed 's,.*,#include "&",' | "$compiler" "${flags[@]}" -fsyntax-only -x c++ -
}

# Files that are never compiled together: the linker compares the types of the same name that their objects, compiled with
# -flto, hold, field by field.
sources() {
  local work objects
  mapfile -t objects < <(find "$1" -name '*.o' | sort)
  [ ${#objects[@]} -gt 0 ] || { echo "one_definition.sh: no objects in $1" >&2; exit 2; }
  work=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  "$compiler" -O0 -flto -r -flinker-output=rel -Werror=odr -Werror=lto-type-mismatch "${objects[@]}" -o "$work/all"
}

"$what" "${@:3}"
