#include "io/run/run_files.hpp"

#include "carom/io/events.hpp"
#include "carom/io/final_scene.hpp"
#include "carom/io/picture.hpp"
#include "carom/io/report.hpp"
#include "carom/io/summary.hpp"
#include "carom/io/trajectory.hpp"

namespace carom::io {

template <int D>
std::vector<Observable> observed(const Scene<D>& scene, const RunOptions& options) {
  std::vector<std::string> names = options.observe;
  for (const Observable one : scene.observe) names.emplace_back(kObservableNames[static_cast<std::size_t>(one)]);
  return observables_named<D>(names, scene);
}

template <int D>
RunFiles<D> run_files(const Scene<D>& scene, const RunOptions& options, const std::filesystem::path& staging,
                      const std::filesystem::path& drawings, Opening opening) {
  RunFiles<D> all;
  auto& files = all.files;
  if (options.events == EventsFile::csv) files.push_back(make_events_csv<D>(staging / "events.csv", opening));
  if (options.events == EventsFile::h5) files.push_back(make_events_h5<D>(staging / "events.h5", opening));
  files.push_back(make_trajectory<D>(staging / "trajectory.h5", opening));
  if (options.xyz) files.push_back(make_xyz<D>(staging / "trajectory.xyz", opening));
  if (const std::vector<Observable> observe = observed(scene, options); !observe.empty()) {
    auto observables = make_observables<D>(staging, observe, opening);
    all.measured = observables.get();
    files.push_back(std::move(observables));
  }
  files.push_back(make_final_scene<D>(staging / "final.json", scene));
  if (options.picture) all.picture = make_picture<D>(drawings);
  if (options.report) all.report = make_report<D>(drawings, all.measured);
  std::vector<const Observer<D>*> others;
  for (const Observer<D>* one : all.all()) others.push_back(one);
  files.push_back(make_summary<D>(staging / "summary.json", std::move(others)));
  return all;
}

template std::vector<Observable> observed<2>(const Scene<2>&, const RunOptions&);
template std::vector<Observable> observed<3>(const Scene<3>&, const RunOptions&);
template RunFiles<2> run_files<2>(const Scene<2>&, const RunOptions&, const std::filesystem::path&,
                                  const std::filesystem::path&, Opening);
template RunFiles<3> run_files<3>(const Scene<3>&, const RunOptions&, const std::filesystem::path&,
                                  const std::filesystem::path&, Opening);

}  // namespace carom::io
