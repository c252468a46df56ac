#include <algorithm>

#include "carom/io/trajectory.hpp"
#include "io/run/output_file.hpp"
#include "io/scene/balls.hpp"

namespace carom::io {
namespace {

/// A group's name as one word, as a particle type must be.
std::string species_word(const std::string& group) {
  if (group.empty()) return "ball";
  std::string word = group;
  std::replace_if(
      word.begin(), word.end(), [](unsigned char c) { return c <= ' ' || c == '"' || c == '='; }, '_');
  return word;
}

template <int D>
class Xyz final : public Observer<D> {
 public:
  Xyz(const std::filesystem::path& file, Opening opening)
      : file_(opening == Opening::resumed ? OutputFile::existing(file) : OutputFile(file)) {}

  void begin(const Scene<D>& scene, const World<D>& world) override {
    for (const SceneBody<D>& body : scene.bodies) species_.push_back(species_word(body.group));
    if (world.options().period) sides_ = box_sides(world);
  }

  void event(const Event<D>&, const World<D>&) override {}

  void frame(const World<D>& world) override {
    std::vector<BodyId> present = ball_ids(world);
    std::erase_if(present, [&](BodyId id) { return !world.present(id); });
    file_.write_integer(static_cast<std::int64_t>(present.size()));
    file_.write('\n');
    comment_line(world.time());
    for (const BodyId id : present) ball_line(world, id);
  }

  void end(const World<D>&) override { file_.close(); }
  void archive(Archive& archive) override { archive(file_); }

 private:
  void comment_line(double time) {
    if (sides_) {
      file_.write("Lattice=\"");
      for (int k = 0; k < 9; ++k) {
        if (k > 0) file_.write(' ');
        file_.write(k % 4 == 0 ? (*sides_)[k / 4] : 0.0);
      }
      file_.write("\" ");
    }
    file_.write("Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:mass:R:1:id:I:1 pbc=\"");
    file_.write(!sides_ ? "F F F" : (D == 3 ? "T T T" : "T T F"));
    file_.write("\" Time=");
    file_.write(time);
    file_.write('\n');
  }

  void ball_line(const World<D>& world, BodyId id) {
    const carom::Placement<D> placement = world.placement(id);
    file_.write(id.value < species_.size() ? std::string_view(species_[id.value]) : "ball");
    three(placement.position);
    three(placement.velocity);
    field(world.radius(id));
    field(world.state(id).mass);
    file_.write(' ');
    file_.write_integer(id.value);
    file_.write('\n');
  }

  void three(const Vec<D>& v) {
    for (int k = 0; k < 3; ++k) field(k < D ? v[k] : 0.0);
  }

  void field(double number) {
    file_.write(' ');
    file_.write(number);
  }

  OutputFile file_;
  std::vector<std::string> species_;
  std::optional<Vec3> sides_;
};

}  // namespace

template <int D>
std::unique_ptr<Observer<D>> make_xyz(const std::filesystem::path& file, Opening opening) {
  return std::make_unique<Xyz<D>>(file, opening);
}

template std::unique_ptr<Observer<2>> make_xyz<2>(const std::filesystem::path&, Opening);
template std::unique_ptr<Observer<3>> make_xyz<3>(const std::filesystem::path&, Opening);

}  // namespace carom::io
