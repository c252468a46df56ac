#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "carom/io/scene.hpp"
#include "io/draw/appearance.hpp"
#include "io/draw/cast.hpp"
#include "io/draw/cell_marks.hpp"
#include "io/draw/extent.hpp"
#include "io/draw/svg.hpp"
#include "io/record/history.hpp"
#include "io/record/thinned.hpp"

namespace carom::io {

/// A ball as it was at the start.
template <int D>
struct Start {
  BodyId id;
  Vec<D> position{};
  double radius = 0;
};

/// What a picture of a run is drawn from.
template <int D>
struct Sketch {
  const Scene<D>* scene = nullptr;
  const World<D>* world = nullptr;  ///< at the end of the run
  Cast<D> cast;                     ///< then
  Appearances<D> looks;
  std::vector<Start<D>> starts;         ///< none if there are too many
  const History<D>* history = nullptr;  ///< of the balls whose paths are drawn
  std::vector<Vec<D>> contacts;
  std::vector<CellMark<D>> cells{};
  Aabb<D> extent{};
  bool by_speed = false;  ///< balls are coloured by their speed, from 0 to top_speed
  double top_speed = 1;

  Color ball_color(BodyId id, const Vec<D>& velocity) const {
    return by_speed && !is_immovable(id) ? speed_color(norm(velocity) / top_speed) : looks[id].color;
  }
  Color ball_color(BodyId id) const { return ball_color(id, world->placement(id).velocity); }
  bool is_immovable(BodyId id) const {
    if (id.value < scene->bodies.size()) return scene->bodies[id.value].body.mass == kImmovable;
    return world->body(id).mass == kImmovable;
  }
};

/// The colours of a picture's parts.
namespace ink {
inline constexpr Color kPaper{0xff, 0xff, 0xff};
inline constexpr Color kStage{0xf7, 0xf9, 0xfb};
inline constexpr Color kText{0x16, 0x1b, 0x22};
inline constexpr Color kMuted{0x66, 0x71, 0x7f};
inline constexpr Color kLine{0xcd, 0xd5, 0xde};
inline constexpr Color kSolid{0xe2, 0xe7, 0xed};
inline constexpr Color kEdge{0x5b, 0x66, 0x75};
inline constexpr Color kCell{0x9a, 0xa7, 0xb6};
inline constexpr Color kContact{0xd9, 0x48, 0x0f};
inline constexpr Color kFelt{0x1f, 0x72, 0x5c};
inline constexpr Color kCushion{0x0e, 0x3d, 0x31};
inline constexpr Color kRail{0x4a, 0x34, 0x26};
}  // namespace ink

/// Of the marks of contacts: on a table they are bright.
Color contact_color(const Sketch<2>& sketch);
Color contact_color(const Sketch<3>& sketch);

/// The height that a drawing of this width wants.
double wanted_height(const Sketch<2>& sketch, double width);
double wanted_height(const Sketch<3>& sketch, double width);

/// What a drawing tells of itself.
struct Drawn {
  double scale = 0;                   ///< pixels per unit of length; 0 in perspective
  std::vector<std::string> notes;     ///< for the legend: what is drawn otherwise than said there
  std::vector<std::string> left_out;  ///< the same as what is not to be seen
};

/// Draws the run into `frame`, clipped by the caller.
Drawn draw(Svg& svg, const Sketch<2>& sketch, const Frame2& frame);
Drawn draw(Svg& svg, const Sketch<3>& sketch, const Frame2& frame);

}  // namespace carom::io
