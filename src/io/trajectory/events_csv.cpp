#include <array>

#include "carom/io/events.hpp"
#include "io/run/output_file.hpp"
#include "io/scene/balls.hpp"

namespace carom::io {
namespace {

constexpr std::array kAxisLetters{"x", "y", "z"};

/// As RFC 4180 quotes a field, where it needs it.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

template <int D>
class EventsCsv final : public Observer<D> {
 public:
  EventsCsv(const std::filesystem::path& file, Opening opening)
      : file_(opening == Opening::resumed ? OutputFile::existing(file) : OutputFile(file)) {}

  void begin(const Scene<D>& scene, const World<D>& world) override {
    periodic_ = world.options().period.has_value();
    for (const SceneBody<D>& body : scene.bodies) names_.push_back(csv_field(body.name));
    file_.write("time,rank,kind,a,b,a_name,b_name");
    header(",");
    header(",normal_");
    file_.write(",approach_speed,impulse,restitution");
    if (periodic_) header(",image_");
    file_.write('\n');
  }

  void event(const Event<D>& event, const World<D>&) override {
    file_.write(event.time);
    file_.write(',');
    file_.write_integer(event.rank);
    file_.write(',');
    file_.write(name(event.kind));
    id(event.a);
    id(event.b);
    body_name(event.a);
    body_name(event.b);
    vector(event.point);
    vector(event.normal);
    for (const double number : {event.approach_speed, event.impulse, event.restitution}) field(number);
    if (periodic_) images(event.image);
    file_.write('\n');
  }

  void frame(const World<D>&) override {}
  void end(const World<D>&) override { file_.close(); }
  void archive(Archive& archive) override { archive(file_); }

 private:
  void header(std::string_view prefix) {
    for (std::size_t k = 0; k < D; ++k) {
      file_.write(prefix);
      file_.write(kAxisLetters[k]);
    }
  }

  void field(double number) {
    file_.write(',');
    file_.write(number);
  }

  void vector(const Vec<D>& v) {
    for (int k = 0; k < D; ++k) field(v[k]);
  }

  void id(BodyId body) {
    file_.write(',');
    if (body != kNoBody) file_.write_integer(body.value);
  }

  void body_name(BodyId body) {
    file_.write(',');
    if (body.value < names_.size()) file_.write(names_[body.value]);
  }

  void images(const std::array<std::int32_t, D>& image) {
    for (const std::int32_t n : image) {
      file_.write(',');
      file_.write_integer(n);
    }
  }

  OutputFile file_;
  bool periodic_ = false;
  std::vector<std::string> names_;
};

}  // namespace

template <int D>
std::unique_ptr<Observer<D>> make_events_csv(const std::filesystem::path& file, Opening opening) {
  return std::make_unique<EventsCsv<D>>(file, opening);
}

template std::unique_ptr<Observer<2>> make_events_csv<2>(const std::filesystem::path&, Opening);
template std::unique_ptr<Observer<3>> make_events_csv<3>(const std::filesystem::path&, Opening);

}  // namespace carom::io
