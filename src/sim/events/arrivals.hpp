#pragma once
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "sim/bodies/obstacle_index.hpp"

namespace carom::sim {

/// Balls that are to come: each asks at a time of its own, and comes if it overlaps nothing that it meets.
template <int D>
class Arrivals {
 public:
  Arrivals(const BodyStore<D>& store, const ObstacleSet<D>& obstacles) : store_(store), obstacles_(store, obstacles) {}

  bool empty() const { return asking_.empty(); }
  /// When the next one asks, in plain time.
  double due() const { return empty() ? std::numeric_limits<double>::infinity() : asking_.begin()->at; }
  void add(const Arrival& arrival, double at) { asking_.insert({at, arrival.body, arrival.from}); }
  /// In the order in which they ask.
  std::vector<Arrival> all() const;

  /// Of those that ask by now, those that have room, by ids; the others ask `again` later.
  template <class IsDue>
  std::vector<std::uint32_t> take(const Time& now, IsDue is_due, double again) {
    std::vector<Arrival> asked;
    for (; is_due(due()); asking_.erase(asking_.begin()))
      asked.push_back({asking_.begin()->body, asking_.begin()->from});
    return asked.empty() ? std::vector<std::uint32_t>{} : admit(std::move(asked), now, again);
  }

 private:
  struct Asking {
    double at = 0;
    BodyId body{};
    double from = 0;
    friend bool operator<(const Asking& a, const Asking& b) { return a.at != b.at ? a.at < b.at : a.body < b.body; }
  };
  std::vector<std::uint32_t> admit(std::vector<Arrival> asked, const Time& now, double again);
  bool meets_obstacle(std::uint32_t id, const Ball<D>& ball, const Time& now) const;

  const BodyStore<D>& store_;
  ObstacleIndex<D> obstacles_;
  std::set<Asking> asking_;
};

}  // namespace carom::sim
