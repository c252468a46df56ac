#!/usr/bin/env bash
# headers_alone.sh COMPILER…: every public header must compile alone, without warnings, with each compiler.
set -euo pipefail
cd "$(dirname "$0")/../.."

compile_alone() {
  local compiler=$1 header=${2#include/}
  "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Werror -Iinclude -x c++ - <<<"#include \"$header\"" ||
    { echo "$header does not compile alone with $compiler" >&2; return 1; }
}
export -f compile_alone

for compiler in "$@"; do
  find include -name '*.hpp' -print0 | sort -z |
    xargs -0 -P "$(nproc)" -I{} bash -c 'compile_alone "$@"' _ "$compiler" {}
done
