#include <fmt/format.h>

#include <algorithm>

#include "carom/io/observables.hpp"

namespace carom::io {
namespace {

bool needs_spin(Observable what) {
  return what == Observable::rotation;
}

bool needs_box(Observable what) {
  return what == Observable::pressure || what == Observable::rdf || what == Observable::cells;
}

bool needs_window(Observable what) {
  return what == Observable::packing || what == Observable::stress;
}

/// What a scene lacks to have it measured; null if nothing.
template <int D>
const char* lacks(const Scene<D>& scene, Observable what) {
  if (needs_box(what) && !scene.options.period) return "a periodic box";
  if (needs_spin(what) && !scene.options.tangential_restitution) return "tangential_restitution";
  if (needs_window(what) && !scene.window) return "a window";
  if (what == Observable::flow && !scene.gate) return "a gate";
  return nullptr;
}

Observable observable_named(const std::string& name) {
  const auto* const found = std::find(kObservableNames.begin(), kObservableNames.end(), name);
  if (found == kObservableNames.end())
    throw InputError(
        fmt::format("observe: got \"{}\", expected all or any of {}", name, fmt::join(kObservableNames, ", ")));
  return static_cast<Observable>(found - kObservableNames.begin());
}

}  // namespace

template <int D>
std::vector<Observable> observables_named(std::span<const std::string> names, const Scene<D>& scene) {
  std::vector<Observable> chosen;
  for (const std::string& name : names) {
    if (name == "all") {
      for (std::size_t k = 0; k < kObservableNames.size(); ++k)
        if (const auto one = static_cast<Observable>(k); lacks(scene, one) == nullptr) chosen.push_back(one);
      continue;
    }
    chosen.push_back(observable_named(name));
    if (const char* missing = lacks(scene, chosen.back()))
      throw InputError(fmt::format("observe: {} needs {}, which the scene has not", name, missing));
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

template std::vector<Observable> observables_named(std::span<const std::string>, const Scene<2>&);
template std::vector<Observable> observables_named(std::span<const std::string>, const Scene<3>&);

}  // namespace carom::io
