#include "carom/io/final_scene.hpp"
#include "io/run/output_file.hpp"

namespace carom::io {
namespace {

template <int D>
class FinalScene final : public Observer<D> {
 public:
  FinalScene(const std::filesystem::path& file, const Scene<D>& scene) : file_(file), scene_(&scene) {}

  void begin(const Scene<D>&, const World<D>&) override {}
  void event(const Event<D>&, const World<D>&) override {}
  void frame(const World<D>&) override {}

  void end(const World<D>& world) override {
    write_final_scene(*scene_, world, [&](std::string_view piece) { file_.write(piece); });
    file_.close();
  }

 private:
  OutputFile file_;
  const Scene<D>* scene_;
};

}  // namespace

template <int D>
std::unique_ptr<Observer<D>> make_final_scene(const std::filesystem::path& file, const Scene<D>& scene) {
  return std::make_unique<FinalScene<D>>(file, scene);
}

template std::unique_ptr<Observer<2>> make_final_scene<2>(const std::filesystem::path&, const Scene<2>&);
template std::unique_ptr<Observer<3>> make_final_scene<3>(const std::filesystem::path&, const Scene<3>&);

}  // namespace carom::io
