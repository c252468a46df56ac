#pragma once
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)

namespace carom::io {

/// One of `known` that `word` is a likely misspelling of; empty if there is none.
std::string_view likely_meant(std::string_view word, const std::vector<std::string_view>& known);

}  // namespace carom::io

#pragma GCC visibility pop
