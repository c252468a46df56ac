#include "carom/query/batch.hpp"
#include "io/query/questions.hpp"

namespace carom::io {
namespace {

enum class Batch { times, overlaps };
constexpr std::array<std::pair<std::string_view, Batch>, 2> kBatches = {
    {{"times", Batch::times}, {"overlaps", Batch::overlaps}}};

/// Numbers of a list; a radius is not negative.
std::vector<double> read_column(const JsonNode& list, bool negative) {
  std::vector<double> column;
  column.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) column.push_back(negative ? list[i].number() : list[i].non_negative());
  return column;
}

/// The columns that BallColumns looks at.
template <int D>
class Columns {
 public:
  explicit Columns(const JsonNode& node) {
    node.expect_fields({"center", "radius", "velocity"});
    radius_ = read_column(node.at("radius"), false);
    read_axes(node.at("center"), center_);
    if (const auto velocity = node.find("velocity")) read_axes(*velocity, velocity_);
  }
  BallColumns<D> view() const {
    BallColumns<D> view{{}, radius_, {}};
    for (std::size_t k = 0; k < D; ++k) {
      view.center[k] = center_[k];
      view.velocity[k] = velocity_[k];
    }
    return view;
  }
  std::size_t size() const { return radius_.size(); }

 private:
  using Axes = std::array<std::vector<double>, static_cast<std::size_t>(D)>;

  void read_axes(const JsonNode& node, Axes& axes) const {
    if (node.size() != D) node.fail(fmt::format("a list of {} columns", D));
    for (std::size_t k = 0; k < D; ++k) {
      axes[k] = read_column(node[k], true);
      if (axes[k].size() != size()) node[k].fail(fmt::format("a column of {} numbers, as of the radii", size()));
    }
  }

  std::vector<double> radius_;
  Axes center_;
  Axes velocity_;
};

std::vector<IndexPair> read_index_pairs(const JsonNode& list, std::size_t balls) {
  std::vector<IndexPair> pairs;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const JsonNode pair = list[i];
    if (pair.size() != 2) pair.fail("a list of 2 numbers of balls");
    const auto ball = [&](std::size_t k) {
      if (balls == 0) pair[k].fail("no pairs where there are no balls");
      return static_cast<std::uint32_t>(pair[k].whole(0, balls - 1));
    };
    pairs.push_back({ball(0), ball(1)});
  }
  return pairs;
}

/// What is asked of a batch, and where the answers go.
class BatchAnswers {
 public:
  BatchAnswers(const JsonNode& line, std::size_t size) : size_(size), horizon_(read_horizon(line)) {
    if (const auto what = line.find("what")) what_ = what->choice(kBatches);
  }
  /// `about` is what follows the columns in both functions, `motion` what follows it in that of times alone.
  template <int D, class About, class... Moving>
  Answer ask(const BallColumns<D>& balls, const About& about, const Moving&... motion) const {
    if (what_ == Batch::times) {
      std::vector<double> times(size_);
      impact_times(balls, about, motion..., std::span<double>(times), horizon_);
      return Answer().put_list("times", times);
    }
    const auto touching = std::make_unique<bool[]>(size_);
    const std::span<bool> answers(touching.get(), size_);
    overlaps(balls, about, answers);
    return Answer().put_list("overlaps", answers);
  }

 private:
  std::size_t size_;
  double horizon_;
  Batch what_ = Batch::times;
};

template <class Shape, int D>
concept BatchShape =
    std::same_as<Shape, HalfSpace<D>> || std::same_as<Shape, Segment<D>> || std::same_as<Shape, Aabb<D>>;

template <int D>
Answer against_body(const Columns<D>& balls, const JsonNode& line, const QueryNames& names) {
  const JsonNode b = line.at("b");
  b.expect_fields({"shape", "motion"});
  const auto node = b.at("shape");
  const auto motion = b.find("motion");
  const Linear<D> path = motion ? read_straight_motion<D>(*motion) : Linear<D>{};
  const auto ask = [&](const BatchShape<D> auto& shape) {
    return BatchAnswers(line, balls.size()).ask(balls.view(), shape, path);
  };
  return with_shape<Answer>(node, read_query_shape<D>(node, names), "a half_space, a segment or a box", ask);
}

}  // namespace

template <int D>
Answer answer_batch(const JsonNode& line, const QueryNames& names) {
  line.expect_fields({"ask", "dim", "a", "b", "pairs", "horizon", "what"});
  const Columns<D> balls(line.at("a"));
  if (line.has("b") == line.has("pairs")) fail_line(line, "either \"b\" or \"pairs\"");
  if (line.has("pairs")) {
    const auto pairs = read_index_pairs(line.at("pairs"), balls.size());
    return BatchAnswers(line, pairs.size()).ask(balls.view(), std::span<const IndexPair>(pairs));
  }
  if (line.at("b").has("shape")) return against_body(balls, line, names);
  const Columns<D> others(line.at("b"));
  if (others.size() != balls.size())
    line.at("b").at("radius").fail(fmt::format("a column of {} numbers, as of a", balls.size()));
  return BatchAnswers(line, balls.size()).ask(balls.view(), others.view());
}

CAROM_QUESTION(answer_batch);

}  // namespace carom::io
