#include "io/exchange/pooltool_outline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace carom::io {
namespace {

using billiards::CushionPart;

constexpr double kJoined = 1e-6;  // m: how far ends that belong together may be apart in a file
constexpr std::string_view kBehind = " back";

struct End {
  Vec2 place{};
  std::size_t mate = 0;              // the end that it is joined to
  std::optional<std::size_t> tip{};  // by the arc of this circle
  bool joined = false;
};

class Joiner {
 public:
  Joiner(std::vector<LooseCushion> cushions, const std::vector<LooseTip>& tips, std::vector<std::string>& notes)
      : cushions_(std::move(cushions)), tips_(tips), notes_(notes) {
    for (const LooseCushion& cushion : cushions_) {
      ends_.push_back({cushion.from});
      ends_.push_back({cushion.to});
    }
    for (std::size_t i = 0; i < tips_.size(); ++i) join_by_tip(i);
    for (std::size_t i = 0; i < ends_.size(); ++i)
      if (!ends_[i].joined) fold_back(i);
    join_nearest();
  }

  std::vector<CushionPart> outline(const std::vector<billiards::Pocket>& pockets) {
    std::vector<std::size_t> order = walk();
    double area = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
      area += cross(ends_[order[i]].place, ends_[order[(i + 1) % order.size()]].place);
    if (area < 0) std::reverse(order.begin(), order.end());  // the playing area is to be on the left
    at_ = ends_[order.front()].place;
    for (std::size_t i = 0; i < order.size(); i += 2) {
      const std::size_t end = order[i + 1];
      go_to(ends_[end].place, cushions_[end / 2].name, is_far(end) || is_far(order[i]));
      pass_joint(end, order[(i + 2) % order.size()], pockets);
    }
    return std::move(parts_);
  }

  std::vector<CushionPart> obstacles() { return std::move(obstacles_); }

 private:
  static std::size_t other_end(std::size_t end) { return end ^ 1U; }

  void join(std::size_t a, std::size_t b, std::optional<std::size_t> tip = std::nullopt) {
    ends_[a].mate = b;
    ends_[b].mate = a;
    ends_[a].tip = ends_[b].tip = tip;
    ends_[a].joined = ends_[b].joined = true;
  }

  void join_by_tip(std::size_t tip) {
    if (tips_[tip].radius <= kJoined) return;  // a sharp tip, where the ends meet
    std::vector<std::size_t> on;
    for (std::size_t i = 0; i < ends_.size(); ++i)
      if (!ends_[i].joined && std::fabs(norm(ends_[i].place - tips_[tip].center) - tips_[tip].radius) < kJoined)
        on.push_back(i);
    if (on.empty()) return add_obstacle(tips_[tip]);
    if (on.size() != 2)
      throw std::invalid_argument(fmt::format(
          "circular cushion \"{}\": got {} straight ones that end on it, expected 2", tips_[tip].name, on.size()));
    join(on[0], on[1], tip);
  }

  /// A circle by itself: clockwise around it the playing area is on the left.
  void add_obstacle(const LooseTip& tip) {
    const Vec2 right = tip.center + Vec2{tip.radius, 0};
    const Vec2 left = tip.center - Vec2{tip.radius, 0};
    for (const auto& [from, to] : {std::pair{right, left}, {left, right}}) {
      CushionPart part;
      part.shape = CushionPart::Shape::convex_arc;
      part.from = from;
      part.to = to;
      part.center = tip.center;
      part.radius = tip.radius;
      part.name = tip.name;
      obstacles_.push_back(part);
    }
  }

  /// A free end that lies back along the arc which the cushion's other end is on: the cushion ends with the arc.
  void fold_back(std::size_t free) {
    const std::size_t joint = other_end(free);
    if (!ends_[joint].joined || !ends_[joint].tip) return;
    const Vec2 center = tips_[*ends_[joint].tip].center;
    const Vec2 spoke = ends_[joint].place - center;
    const double turn = cross(ends_[ends_[joint].mate].place - center, spoke);
    const Vec2 onward = turn > 0 ? Vec2{-spoke.y, spoke.x} : Vec2{spoke.y, -spoke.x};
    if (dot(onward, ends_[free].place - ends_[joint].place) >= 0) return;
    ends_[free].place = ends_[joint].place;
    notes_.push_back(
        fmt::format("the straight cushion \"{}\" goes back along its rounded tip; left out", cushions_[free / 2].name));
  }

  void join_nearest() {
    for (;;) {
      double nearest = std::numeric_limits<double>::infinity();
      std::size_t a = 0;
      std::size_t b = 0;
      for (std::size_t i = 0; i < ends_.size(); ++i)
        for (std::size_t j = i + 1; j < ends_.size(); ++j) {
          if (ends_[i].joined || ends_[j].joined || j == other_end(i)) continue;
          const double distance = norm(ends_[i].place - ends_[j].place);
          if (distance < nearest) nearest = distance, a = i, b = j;
        }
      if (nearest == std::numeric_limits<double>::infinity()) return;
      join(a, b);
    }
  }

  /// All ends, cushion after cushion along the loop.
  std::vector<std::size_t> walk() const {
    std::vector<std::size_t> order;
    std::size_t end = 0;
    do {
      order.push_back(end);
      order.push_back(other_end(end));
      if (!ends_[order.back()].joined || order.size() > ends_.size()) break;
      end = ends_[order.back()].mate;
    } while (end != 0);
    if (order.size() != ends_.size() || ends_[order.back()].mate != 0)
      throw std::invalid_argument(fmt::format("straight cushions: got {} of {} in a closed loop, expected all",
                                              order.size() / 2, cushions_.size()));
    return order;
  }

  /// Whether it is an end behind a mouth, which nothing but the outline's closing line joins.
  bool is_far(std::size_t end) const {
    return !ends_[end].tip && norm(ends_[end].place - ends_[ends_[end].mate].place) > kJoined;
  }

  void go_to(const Vec2& to, const std::string& name, bool is_jaw) {
    if (norm(to - at_) <= kJoined) return;
    CushionPart part;
    part.from = at_;
    part.to = at_ = to;
    part.name = name;
    part.is_jaw = is_jaw;
    parts_.push_back(part);
  }

  void bend_to(const Vec2& to, const LooseTip& tip) {
    if (cross(at_ - tip.center, to - tip.center) >= 0)
      throw std::invalid_argument(
          fmt::format("circular cushion \"{}\": got one that is hollow, expected one that bulges inwards", tip.name));
    CushionPart part;
    part.shape = CushionPart::Shape::convex_arc;
    part.from = at_;
    part.to = at_ = to;
    part.center = tip.center;
    part.radius = norm(part.from - tip.center);
    part.is_jaw = true;
    part.name = tip.name;
    parts_.push_back(part);
  }

  void pass_joint(std::size_t from, std::size_t to, const std::vector<billiards::Pocket>& pockets) {
    const Vec2 next = ends_[to].place;
    if (const auto tip = ends_[from].tip) return bend_to(next, tips_[*tip]);
    if (norm(next - at_) <= kJoined) return;
    const Vec2 middle = 0.5 * (at_ + next);
    const auto pocket = std::min_element(pockets.begin(), pockets.end(), [&](const auto& a, const auto& b) {
      return norm2(a.center - middle) < norm2(b.center - middle);
    });
    if (pocket == pockets.end()) {
      notes_.push_back(
          fmt::format("the gap beside the cushion \"{}\" is closed by a straight one", cushions_[from / 2].name));
      return go_to(next, "", false);
    }
    const std::string name = pocket->id + std::string(kBehind);
    const Vec2 way = next - at_;
    const Vec2 outward = Vec2{way.y, -way.x} / norm(way);
    const double depth = std::max(dot(pocket->center - middle, outward), 0.0) + 1.2 * pocket->radius;
    go_to(middle + depth * outward, name, true);
    go_to(next, name, true);
  }

  std::vector<LooseCushion> cushions_;
  const std::vector<LooseTip>& tips_;
  std::vector<std::string>& notes_;
  std::vector<End> ends_;
  Vec2 at_{};
  std::vector<CushionPart> parts_;
  std::vector<CushionPart> obstacles_;
};

}  // namespace

void join_cushions(std::vector<LooseCushion> cushions, const std::vector<LooseTip>& tips, billiards::Table& table,
                   std::vector<std::string>& notes) {
  if (cushions.size() < 3)
    throw std::invalid_argument(fmt::format("straight cushions: got {}, expected 3 or more", cushions.size()));
  Joiner joiner(std::move(cushions), tips, notes);
  table.cushions = joiner.outline(table.pockets);
  table.obstacles = joiner.obstacles();
}

bool is_behind_pocket(const CushionPart& part) {
  return part.is_jaw && part.shape == CushionPart::Shape::line && part.name.ends_with(kBehind);
}

}  // namespace carom::io
