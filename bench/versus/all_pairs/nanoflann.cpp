#include <nanoflann.hpp>

#include "contender.hpp"

// A k-d tree of the centres in double, one radius search per ball.
namespace carom::bench {
namespace {

struct Centers {
  std::span<const Sphere> balls;

  std::size_t kdtree_get_point_count() const { return balls.size(); }
  double kdtree_get_pt(std::size_t k, std::size_t axis) const { return balls[k].center[static_cast<int>(axis)]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

class Nanoflann final : public PairsContender {
 public:
  std::string name() const override { return "nanoflann"; }

  void find(std::span<const Sphere> balls, Pairs& pairs) override {
    using Tree =
        nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Centers>, Centers, 3, std::uint32_t>;
    const Centers centers{balls};
    const Tree tree(3, centers, nanoflann::KDTreeSingleIndexAdaptorParams(10));
    const nanoflann::SearchParams unsorted(32, 0, false);
    std::vector<std::pair<std::uint32_t, double>> near;
    for (std::uint32_t k = 0; k < balls.size(); ++k) {
      const Vec3& c = balls[k].center;
      const double point[] = {c.x, c.y, c.z};
      tree.radiusSearch(point, kCutoff * kCutoff, near, unsorted);
      for (const auto& [other, distance2] : near)
        if (k < other) pairs.push_back({k, other});
    }
  }
};

}  // namespace

std::unique_ptr<PairsContender> nanoflann_pairs() {
  return std::make_unique<Nanoflann>();
}

}  // namespace carom::bench
