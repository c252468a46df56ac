#include "io/film/stage.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom::io {
namespace {

constexpr int kSide = 4;  // samples along a pixel
constexpr int kSamples = kSide * kSide;
constexpr int kMiddle = kSide / 2;  // the sample that stands for the pixel
constexpr Color kBackdropMiddle{0x3a, 0x3f, 0x48}, kBackdropEdge{0x12, 0x14, 0x18};
constexpr double kShadowReach = 5;       // in radii
constexpr double kNeighborReach = 4;     // in radii
constexpr double kReflectance = 0.045;   // of a polished ball, looked at straight
constexpr double kLampBrightness = 18;   // where a ball mirrors it
constexpr double kRoomBrightness = 0.1;  // the same, of what is around the lamps

Vec3 unit(const Vec3& v) {
  return v / norm(v);
}

double smooth(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

/// The share of a sky as bright everywhere, weighted by the cosine, that a sphere hides: cos θ (r/d)².
double hidden_sky(const Vec3& way, double radius, const Vec3& normal) {
  const double square = norm2(way);
  return std::clamp(dot(normal, way) / std::sqrt(square) * radius * radius / square, 0.0, 1.0);
}

/// The share of a round lamp that a ball hides, about: none where their edges touch from outside, all or its area's
/// share where they touch from inside.
double hidden_lamp(const Vec3& to_ball, double radius, const Vec3& to_lamp, double lamp_radius) {
  const double far = norm(to_lamp), along = dot(to_ball, to_lamp) / far;
  if (along <= 0) return 0;
  const double off = std::sqrt(std::max(0.0, norm2(to_ball) - along * along));
  const double seen = lamp_radius * along / far;  // the lamp's radius where the ball is
  const double least = std::min(radius, seen);
  return std::min(1.0, radius * radius / (seen * seen)) * smooth((radius + seen - off) / (2 * least));
}

}  // namespace

Stage::Stage(const Projection& projection, int width, int height, const Lamps& lamps, const Light& floor)
    : projection_(projection),
      width_(width),
      height_(height),
      lamps_(lamps),
      floor_(floor),
      image_({0, 0, 1.0 * width, 1.0 * height}, kSide) {
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  still_.resize(pixels);
  open_.resize(pixels, Openness{1, 1, 1, 1});
  bytes_.resize(3 * pixels);
}

/// The image's colours are the panes' numbers, from 1.
Color Stage::next_pane(const Vec3& normal, const Surface& surface) {
  panes_.push_back({normal, surface});
  const std::size_t number = panes_.size();
  return {static_cast<std::uint8_t>(number >> 16), static_cast<std::uint8_t>(number >> 8 & 0xff),
          static_cast<std::uint8_t>(number & 0xff)};
}

std::vector<Corner> Stage::corners_of(std::span<const Vec3> points) const {
  std::vector<Corner> corners;
  for (const Vec3& p : points) corners.push_back({projection_(p), projection_.depth(p)});
  return corners;
}

void Stage::face(std::span<const Vec3> corners, const Surface& surface) {
  const Vec3 across = cross(corners[1] - corners[0], corners[2] - corners[0]);
  if (is_zero(across)) return;
  Vec3 normal = unit(across);
  if (dot(normal, projection_.eye() - corners[0]) < 0) normal = -normal;
  image_.face(corners_of(corners), next_pane(normal, surface));
}

void Stage::region(std::span<const std::vector<Vec3>> loops, const Surface& surface) {
  Vec3 area{};  // Newell's normal
  const std::vector<Vec3>& outline = loops[0];
  for (std::size_t k = 0; k < outline.size(); ++k)
    area += cross(outline[k] - outline[0], outline[(k + 1) % outline.size()] - outline[0]);
  std::vector<std::vector<Corner>> corners;
  for (const std::vector<Vec3>& loop : loops) corners.push_back(corners_of(loop));
  const bool away = dot(area, projection_.eye() - outline[0]) < 0;
  image_.region(corners, next_pane(unit(away ? -area : area), surface));
}

/// Of a pixel, in column i and row j of its samples.
std::size_t Stage::sample(int x, int y, int i, int j) const {
  return static_cast<std::size_t>(kSide * y + j) * static_cast<std::size_t>(kSide * width_) +
         static_cast<std::size_t>(kSide * x + i);
}

const Stage::Pane* Stage::pane(std::size_t sample) const {
  const std::uint32_t number = image_.pixels().values[sample] & 0xffffff;
  return number > 0 ? &panes_[number - 1] : nullptr;
}

void Stage::light() {
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x) still_[static_cast<std::size_t>(y * width_ + x)] = still(x, y);
  now_ = still_;
  for (std::size_t pixel = 0; pixel < now_.size(); ++pixel) show(pixel);
}

/// Each pane that is seen in a pixel is lit once, in the middle of its samples.
Light Stage::still(int x, int y) const {
  struct Part {
    const Pane* pane;
    int samples;
    Vec2 sum;
    double nearness;
  };
  std::array<Part, kSamples> parts{};
  std::size_t count = 0;
  for (int j = 0; j < kSide; ++j)
    for (int i = 0; i < kSide; ++i) {
      const std::size_t sample = this->sample(x, y, i, j);
      const Pane* const seen = pane(sample);
      std::size_t k = 0;
      while (k < count && parts[k].pane != seen) ++k;
      if (k == count) parts[count++] = {seen, 0, {}, 0};
      ++parts[k].samples;
      parts[k].sum += Vec2{x + (i + 0.5) / kSide, y + (j + 0.5) / kSide};
      parts[k].nearness += image_.nearness()[sample];
    }
  Light light{};
  for (std::size_t k = 0; k < count; ++k) {
    const Part& part = parts[k];
    const Vec2 place = part.sum / part.samples;
    const Light one = part.pane
                          ? lit(*part.pane, projection_.eye() + part.samples / part.nearness * projection_.sight(place))
                          : backdrop(place);
    light += static_cast<double>(part.samples) / kSamples * one;
  }
  return light;
}

Light Stage::backdrop(const Vec2& place) const {
  const Vec2 off{place.x / width_ - 0.5, place.y / height_ - 0.5};
  return light_of(kBackdropMiddle) + smooth(1.5 * norm(off)) * (light_of(kBackdropEdge) - light_of(kBackdropMiddle));
}

Light Stage::lit(const Pane& pane, const Vec3& p) const {
  double light = Lamps::kSky * (0.5 + 0.5 * pane.normal.z), mirrored = 0;
  const Vec3 view = unit(projection_.eye() - p);
  const Vec3 back = 2 * dot(view, pane.normal) * pane.normal - view;
  for (std::size_t k = 0; k < Lamps::kCount; ++k) {
    light += lamps_.direct(k, p, pane.normal);
    mirrored += std::exp(-25 * (1 - dot(back, unit(lamps_.place(k) - p))));
  }
  const double gloss = pane.surface.gloss * mirrored;
  return light * pane.surface.color(p) + Light{gloss, gloss, gloss};
}

template <class Visit>
void Stage::for_pixels_around(const Vec3& center, double radius, Visit&& visit) const {
  const auto outline = projection_.outline(center, radius);
  if (!outline) return;
  const auto reach = [&](double along, double across) {
    return std::hypot(outline->along * along, outline->across * across);
  };
  const Vec2 half{reach(outline->axis.x, outline->axis.y), reach(outline->axis.y, outline->axis.x)};
  const auto [cx, cy] = outline->center;
  const int left = static_cast<int>(std::clamp(std::floor(cx - half.x), 0.0, 1.0 * width_));
  const int right = static_cast<int>(std::clamp(std::ceil(cx + half.x), 0.0, 1.0 * width_));
  const int top = static_cast<int>(std::clamp(std::floor(cy - half.y), 0.0, 1.0 * height_));
  const int bottom = static_cast<int>(std::clamp(std::ceil(cy + half.y), 0.0, 1.0 * height_));
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x) visit(x, y);
}

void Stage::show(std::size_t pixel) {
  const Light& light = now_[pixel];
  std::uint8_t* const bytes = &bytes_[3 * pixel];
  bytes[0] = shown(light.x);
  bytes[1] = shown(light.y);
  bytes[2] = shown(light.z);
}

/// Only the pixels that balls or their shadows have changed, now or in the last frame, are written anew.
std::span<const std::uint8_t> Stage::frame(std::span<const StageBall> balls) {
  std::vector<std::size_t> old = std::exchange(changed_, {});
  for (const std::size_t pixel : old) now_[pixel] = still_[pixel];
  for (const StageBall& ball : balls) shade(ball);
  darken();
  std::vector<const StageBall*> order;
  for (const StageBall& ball : balls) order.push_back(&ball);
  const auto farness = [&](const StageBall* ball) { return norm2(ball->center - projection_.eye()); };
  std::stable_sort(order.begin(), order.end(),
                   [&](const StageBall* a, const StageBall* b) { return farness(a) > farness(b); });
  for (const StageBall* ball : order) draw(*ball, balls);
  for (const std::vector<std::size_t>* pixels : {&old, &changed_})
    for (const std::size_t pixel : *pixels) show(pixel);
  return bytes_;
}

/// The place of what stands still in the middle of a pixel.
Vec3 Stage::place(int x, int y) const {
  const double depth = 1 / image_.nearness()[sample(x, y, kMiddle, kMiddle)];
  const double middle = (kMiddle + 0.5) / kSide;
  return projection_.eye() + depth * projection_.sight({x + middle, y + middle});
}

void Stage::shade(const StageBall& ball) {
  const double height = std::max(0.0, ball.center.z - ball.radius);
  if (ball.center.z < 0) return;  // in a pocket
  const Vec3 below{ball.center.x, ball.center.y, 0};
  const double least_hidden = 1 / (kShadowReach * kShadowReach * kShadowReach);
  for_pixels_around(below, kShadowReach * ball.radius + 2 * height, [&](int x, int y) {
    const Pane* const seen = pane(sample(x, y, kMiddle, kMiddle));
    if (!seen) return;
    const Vec3 p = place(x, y), way = ball.center - p;
    const std::size_t pixel = static_cast<std::size_t>(y * width_ + x);
    Openness open;
    open[0] = static_cast<float>(1 - std::max(0.0, hidden_sky(way, ball.radius, seen->normal) - least_hidden));
    for (std::size_t k = 0; k < Lamps::kCount; ++k)
      open[1 + k] = static_cast<float>(1 - hidden_lamp(way, ball.radius, lamps_.place(k) - p, lamps_.radius()));
    if (open == Openness{1, 1, 1, 1}) return;
    if (open_[pixel] == Openness{1, 1, 1, 1}) changed_.push_back(pixel);
    for (std::size_t k = 0; k < open.size(); ++k) open_[pixel][k] *= open[k];
  });
}

void Stage::darken() {
  for (const std::size_t pixel : changed_) {
    const int x = static_cast<int>(pixel) % width_, y = static_cast<int>(pixel) / width_;
    const Pane& seen = *pane(sample(x, y, kMiddle, kMiddle));
    const Vec3 p = place(x, y);
    const double sky = Lamps::kSky * (0.5 + 0.5 * seen.normal.z);
    double all = sky, left = sky * open_[pixel][0];
    for (std::size_t k = 0; k < Lamps::kCount; ++k) {
      const double direct = lamps_.direct(k, p, seen.normal);
      all += direct;
      left += direct * open_[pixel][1 + k];
    }
    now_[pixel] = left / all * now_[pixel];
    open_[pixel] = {1, 1, 1, 1};
  }
}

/// Ray by ray: its colour from each sample, its light from the middle of those that meet it.
void Stage::draw(const StageBall& ball, std::span<const StageBall> all) {
  std::vector<StageBall> near;
  for (const StageBall& other : all)
    if (&other != &ball && norm(other.center - ball.center) < kNeighborReach * (ball.radius + other.radius))
      near.push_back(other);
  const Quaternion back = ball.turn.back();
  const Vec3 to_eye = projection_.eye() - ball.center;
  for_pixels_around(ball.center, ball.radius, [&](int x, int y) {
    Light color{};
    Vec3 normals{};
    int met = 0;
    for (int j = 0; j < kSide; ++j)
      for (int i = 0; i < kSide; ++i) {
        const Vec3 sight = projection_.sight({x + (i + 0.5) / kSide, y + (j + 0.5) / kSide});
        // The nearest point of the ray to the centre is q away from it: it meets the ball where |q| < R.
        const double length2 = norm2(sight), nearest = -dot(to_eye, sight) / length2;
        const Vec3 q = to_eye + nearest * sight;
        const double inside = ball.radius * ball.radius - norm2(q);
        if (inside <= 0) continue;
        const double step = std::sqrt(inside / length2);
        if (1 / (nearest - step) < image_.nearness()[sample(x, y, i, j)]) continue;
        const Vec3 normal = (q - step * sight) / ball.radius;
        color += ball.look->at(back(normal));
        normals += normal;
        ++met;
      }
    if (met == 0) return;
    const std::size_t pixel = static_cast<std::size_t>(y * width_ + x);
    const Light own = lit(ball, unit(normals), color / met, near);
    now_[pixel] += static_cast<double>(met) / kSamples * (own - now_[pixel]);
    changed_.push_back(pixel);
  });
}

Light Stage::lit(const StageBall& ball, const Vec3& normal, const Light& color, std::span<const StageBall> near) const {
  const Vec3 p = ball.center + ball.radius * normal;
  const double deep = std::exp(std::min(0.0, ball.center.z / ball.radius));  // light that comes into a pocket
  double open = 1;
  for (const StageBall& other : near) open *= 1 - hidden_sky(other.center - p, other.radius, normal);
  const double up = 0.5 + 0.5 * normal.z;
  Light light = Lamps::kSky * open * (Light{up, up, up} + 0.6 * (1 - up) * floor_);
  const Vec3 view = unit(projection_.eye() - p);
  const double facing = std::clamp(dot(view, normal), 0.0, 1.0);
  const Vec3 back = 2 * facing * normal - view;
  Light mirrored = back.z > 0 ? Light{kRoomBrightness, kRoomBrightness, kRoomBrightness} : 0.7 * floor_;
  for (std::size_t k = 0; k < Lamps::kCount; ++k) {
    const double direct = lamps_.direct(k, p, normal);
    light += Light{direct, direct, direct};
    const Vec3 way = lamps_.place(k) - p;
    const double far = norm(way), off = norm(cross(back, way / far));
    if (dot(back, way) <= 0) continue;
    const double lamp = kLampBrightness * smooth((1.25 * lamps_.radius() / far - off) / (0.5 * lamps_.radius() / far));
    mirrored += Light{lamp, lamp, lamp};
  }
  const double grazing = 1 - facing, square = grazing * grazing;
  const double reflectance = kReflectance + 0.5 * (1 - kReflectance) * square * square * grazing;  // after Schlick
  return deep * (times(light, color) + open * reflectance * mirrored);
}

}  // namespace carom::io
