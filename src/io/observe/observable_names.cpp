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
  const bool boxed = scene.options.period.has_value();
  const bool rough = scene.options.tangential_restitution.has_value();
  for (const std::string& name : names) {
    if (name == "all") {
      for (std::size_t k = 0; k < kObservableNames.size(); ++k)
        if (const auto one = static_cast<Observable>(k); (boxed || !needs_box(one)) && (rough || !needs_spin(one)))
          chosen.push_back(one);
      continue;
    }
    chosen.push_back(observable_named(name));
    if (needs_box(chosen.back()) && !boxed)
      throw InputError(fmt::format("observe: {} needs a periodic box, which the scene has not", name));
    if (needs_spin(chosen.back()) && !rough)
      throw InputError(fmt::format("observe: {} needs tangential_restitution, which the scene has not", name));
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

template std::vector<Observable> observables_named(std::span<const std::string>, const Scene<2>&);
template std::vector<Observable> observables_named(std::span<const std::string>, const Scene<3>&);

}  // namespace carom::io
