#!/usr/bin/env bash
# one_definition.sh headers|sources COMPILER: one name is one thing in all of the core library, says GCC's COMPILER.
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

# Files that are never compiled together: the linker compares the types of the same name that they hold, field by field.
compile() {
  "${@:3}" -c "$2" -o "$1/$(tr / . <<<"$2").o"
}
export -f compile

sources() {
  local work
  work=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  # As fast as types still reach the linker: nothing optimised or packed, one instruction set.
  files src '*.cpp' | xargs -P "$(nproc)" -I{} bash -c 'compile "$@"' _ "$work" {} \
    "$compiler" "${flags[@]}" -O0 -flto -flto-compression-level=0 -DHWY_COMPILE_ONLY_STATIC
  "$compiler" -O0 -flto -r -flinker-output=rel -Werror=odr -Werror=lto-type-mismatch "$work"/*.o -o "$work/all"
}

"$what"
