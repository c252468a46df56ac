#include "io/query/query_names.hpp"

namespace carom::io {
namespace {

/// In the order of QueryNames::Thing.
constexpr std::array<std::string_view, 4> kThings = {"a shape in 2D", "a shape in 3D", "items in 2D", "items in 3D"};

}  // namespace

void QueryNames::expect_new(const JsonNode& name) const {
  const auto found = all_.find(name.text());
  if (found != all_.end()) name.fail(fmt::format("a new name: line {} has defined it", found->second.line_number));
}

void QueryNames::fail_unknown(const JsonNode& name, std::size_t wanted) const {
  std::vector<std::string_view> known;
  for (const auto& [word, definition] : all_)
    if (definition.thing.index() == wanted) known.push_back(word);
  const std::string_view meant = likely_meant(name.value().get_ref<const std::string&>(), known);
  name.fail(fmt::format("{} or the name of what a line before has defined so{}", kThings[wanted],
                        meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant)));
}

void QueryNames::fail_other(const JsonNode& name, std::size_t wanted, const Definition& found) {
  name.fail(fmt::format("{}: line {} has defined {} by this name", kThings[wanted], found.line_number,
                        kThings[found.thing.index()]));
}

}  // namespace carom::io
