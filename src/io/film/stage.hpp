#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "io/draw/depth_image.hpp"
#include "io/film/ball_look.hpp"
#include "io/film/light.hpp"
#include "io/film/quaternion.hpp"

namespace carom::io {

/// What a flat face is made of.
struct Surface {
  std::function<Light(const Vec3&)> color;  ///< at each of its places
  double gloss = 0;                         ///< how much of the lamps it mirrors, softly
};

/// A ball of a frame.
struct StageBall {
  Vec3 center{};
  double radius = 0;
  Quaternion turn{};
  const BallLook* look = nullptr;
};

/// Draws frames of balls on something that stands still, z upwards, as a camera sees them: lit, with soft shadows, and
/// what is nearer before what is farther. Edges are smoothed by 16 samples a pixel.
class Stage {
 public:
  /// `floor`: the colour that balls mirror from below.
  Stage(const Projection& projection, int width, int height, const Lamps& lamps, const Light& floor);

  /// Flat polygons that stand still: a convex one, and one with holes (DepthImage::region).
  void face(std::span<const Vec3> corners, const Surface& surface);
  void region(std::span<const std::vector<Vec3>> loops, const Surface& surface);
  /// Lights what stands still: once, before the first frame.
  void light();

  /// Red, green and blue of each pixel, row by row from the top.
  std::span<const std::uint8_t> frame(std::span<const StageBall> balls);

 private:
  struct Pane {
    Vec3 normal;
    Surface surface;
  };
  /// What of the light comes to a pixel of what stands still past the balls: of the sky, of each lamp.
  using Openness = std::array<float, 1 + Lamps::kCount>;

  Color next_pane(const Vec3& normal, const Surface& surface);
  std::vector<Corner> corners_of(std::span<const Vec3> points) const;
  std::size_t sample(int x, int y, int i, int j) const;
  Vec3 place(int x, int y) const;
  const Pane* pane(std::size_t sample) const;
  Light lit(const Pane& pane, const Vec3& p) const;
  Light backdrop(const Vec2& place) const;
  Light still(int x, int y) const;
  void show(std::size_t pixel);
  void shade(const StageBall& ball);
  void darken();
  void draw(const StageBall& ball, std::span<const StageBall> all);
  Light lit(const StageBall& ball, const Vec3& normal, const Light& color, std::span<const StageBall> near) const;
  template <class Visit>
  void for_pixels_around(const Vec3& center, double radius, Visit&& visit) const;

  Projection projection_;
  int width_, height_;
  Lamps lamps_;
  Light floor_;
  DepthImage image_;
  std::vector<Pane> panes_;
  std::vector<Light> still_, now_;
  std::vector<Openness> open_;
  std::vector<std::size_t> changed_;  ///< pixels where now_ is not still_
  std::vector<std::uint8_t> bytes_;
};

}  // namespace carom::io
