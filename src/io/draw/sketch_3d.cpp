#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "io/draw/depth_image.hpp"
#include "io/draw/outline.hpp"
#include "io/draw/placed_body.hpp"
#include "io/draw/projection.hpp"
#include "io/draw/sketch.hpp"
#include "io/draw/wrapped.hpp"

namespace carom::io {
namespace {

constexpr Color kWhite{255, 255, 255}, kBlack{0, 0, 0};
constexpr double kAspect = 0.6;
constexpr std::size_t kBallsWithShadows = 1500;
constexpr std::size_t kMostShadows = 3000;
// More than this is drawn as an image: librsvg takes long for many elements, and refuses more than a million.
constexpr std::size_t kMostBalls = 6000;
constexpr std::size_t kMostFaces = 8000;
constexpr std::size_t kMostPlanes = 24;  // each is cut by all others
constexpr double kMostFilledPixels = 8e8;
constexpr std::size_t kMostPathPieces = 8000;
constexpr double kMostCrossings = 500;  // of a periodic box by one straight piece of path
constexpr std::size_t kProbes = 1000;   // balls by whose sizes all are judged
constexpr double kDearerThanSeen = 4;   // a painted pixel than one of a ball, most of which are hidden
constexpr double kPathWidth = 1.7;
constexpr double kBarWidth = 3.5;
constexpr int kBarParts = 24;
constexpr Color kPocket{0x16, 0x18, 0x1c};
constexpr int kPiecesPerCurve = 12;
constexpr int kShadowCorners = 28;
constexpr double kGridLines = 12;
constexpr std::size_t kMostCellFaces = 6000;
constexpr int kCellLineParts = 6;
constexpr double kPlaneMargin = 0.2;  // how far planes reach beyond the content, relative to its size

/// 1, 2 or 5 times a power of ten, near x.
double round_number(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x))), lead = x / power;
  return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}

Vec3 unit(const Vec3& v) {
  return v / norm(v);
}

/// Part of a convex polygon (or of a line, as two corners) in the half-space where it is free. Sutherland and Hodgman
/// (1974).
std::vector<Vec3> clipped(const std::vector<Vec3>& corners, const HalfSpace3& by) {
  std::vector<Vec3> result;
  const std::size_t n = corners.size(), edges = n == 2 ? 1 : n;
  const auto height = [&](const Vec3& p) { return dot(by.normal, p) - by.offset; };
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3 &p = corners[k], &q = corners[(k + 1) % n];
    const double hp = height(p), hq = height(q);
    if (hp >= 0) result.push_back(p);
    if (k < edges && (hp < 0) != (hq < 0)) result.push_back(p + (hp / (hp - hq)) * (q - p));
  }
  return result;
}

/// A thing to paint, the far ones first.
struct Item {
  double depth = 0;
  std::function<void()> paint;
};

/// One drawing of a world in space.
class Space {
 public:
  Space(Svg& svg, const Sketch<3>& sketch, const Frame2& frame)
      : svg_(svg),
        sketch_(sketch),
        frame_(frame),
        world_(*sketch.world),
        camera_(choose_camera(sketch.scene->view, world_, sketch.cast.obstacles, sketch.extent)),
        project_(camera_, {frame.x + frame.width / 2, frame.y + frame.height / 2}, frame.height),
        size_(norm(sketch.extent.high - sketch.extent.low)) {
    near_ = {project_.forward(), dot(project_.forward(), project_.eye()) + 1e-3 * size_};
  }

  Drawn draw() {
    find_planes();
    draw_box(true);
    for (const HalfSpace3& plane : planes_) draw_plane(plane);
    if (shadows()) draw_shadows();
    measure_obstacles();
    if (faces_ > kMostFaces || painted_ > kMostFilledPixels || many_balls())
      draw_image();
    else
      add_obstacles();
    add_cells();
    add_paths();
    add_starts();
    if (!many_balls()) add_balls();
    std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) { return a.depth > b.depth; });
    svg_.open("g", {{"id", "balls"}, {"stroke-linecap", "round"}, {"stroke-linejoin", "round"}});
    for (const Item& item : items_) item.paint();
    svg_.close("g");
    draw_box(false);
    draw_contacts();
    return std::move(drawn_);
  }

 private:
  /// What becomes of the faces of obstacles.
  enum class Faces { items, counted, painted };

  /// Not if `place` lies behind what the image shows there.
  void add(double depth, const Vec2& place, std::function<void()> paint) {
    if (depth > 0 && !(image_ && image_->hides(place, depth))) items_.push_back({depth, std::move(paint)});
  }

  void tell(std::string note, std::string left_out = "") {
    drawn_.notes.push_back(std::move(note));
    if (!left_out.empty()) drawn_.left_out.push_back(std::move(left_out));
  }

  /// Far things pale into the page.
  Color hazed(Color color, double depth) const {
    const double from = norm(camera_.target - camera_.eye) - 0.2 * size_;
    return mix(color, ink::kStage, std::clamp(0.5 * (depth - from) / size_, 0.0, 0.45));
  }

  // Planes.

  /// The free side of every half-space; if they close a box it is drawn as one.
  void find_planes() {
    std::vector<HalfSpace3> all;
    for (const BodyId id : sketch_.cast.obstacles) {
      const Shape<3> shape = world_.body(id).shape;
      if (const auto* plane = std::get_if<HalfSpace3>(&shape)) all.push_back(*plane);
    }
    int sides = 0;
    for (const HalfSpace3& plane : all)
      for (int k = 0; k < 3; ++k)
        if (std::abs(plane.normal[k]) == 1) ++sides;
    boxed_ = world_.options().period.has_value() || sides >= 6;
    for (const HalfSpace3& plane : all)
      if (!(sides >= 6 && std::abs(plane.normal.x) + std::abs(plane.normal.y) + std::abs(plane.normal.z) == 1))
        planes_.push_back(plane);
    if (planes_.size() <= kMostPlanes) return;
    tell(fmt::format("{} of {} half-spaces", kMostPlanes, planes_.size()),
         fmt::format("{} half-spaces", planes_.size() - kMostPlanes));
    planes_.resize(kMostPlanes);
  }

  /// What of `corners` is in front of the camera, near the content, and in no other plane's ground.
  std::vector<Vec3> visible(std::vector<Vec3> corners, const HalfSpace3* own) const {
    const double margin = kPlaneMargin * size_;
    for (int k = 0; k < 3; ++k) {
      HalfSpace3 low, high;
      low.normal[k] = 1;
      low.offset = sketch_.extent.low[k] - margin;
      high.normal[k] = -1;
      high.offset = -(sketch_.extent.high[k] + margin);
      corners = clipped(clipped(corners, low), high);
    }
    for (const HalfSpace3& plane : planes_)
      if (&plane != own) corners = clipped(corners, plane);
    return clipped(corners, near_);
  }

  std::string points(const std::vector<Vec3>& corners) const {
    std::string text;
    for (const Vec3& corner : corners) text += (text.empty() ? "" : " ") + px(project_(corner));
    return text;
  }

  static std::array<Vec3, 2> across(const Vec3& normal) {
    const Vec3 hint = std::abs(normal.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 v = unit(cross(normal, hint));
    return {cross(v, normal), v};
  }

  void draw_plane(const HalfSpace3& plane) {
    if (dot(plane.normal, project_.eye()) <= plane.offset) return;
    const auto [u, v] = across(plane.normal);
    const Vec3 middle = 0.5 * (sketch_.extent.low + sketch_.extent.high);
    const Vec3 foot = middle + (plane.offset - dot(plane.normal, middle)) * plane.normal;
    const double reach = 3 * size_;
    const std::vector<Vec3> ground = visible({foot - reach * u - reach * v, foot + reach * u - reach * v,
                                              foot + reach * u + reach * v, foot - reach * u + reach * v},
                                             &plane);
    if (ground.size() < 3) return;
    const double lit = std::max(0.0, dot(plane.normal, unit(camera_.light - foot)));
    svg_.add("polygon",
             {{"points", points(ground)}, {"fill", hex(mix(Color{0xd3, 0xda, 0xe2}, Color{0xee, 0xf1, 0xf5}, lit))}});
    const double step = round_number(size_ / kGridLines);
    const int lines = static_cast<int>(reach / step);
    std::string path;
    for (const auto& [along, side] : {std::pair{u, v}, std::pair{v, u}})
      for (int n = -lines; n <= lines; ++n) {
        const Vec3 start = foot + (n * step - std::fmod(dot(foot, side), step)) * side;
        const std::vector<Vec3> line = visible({start - reach * along, start + reach * along}, &plane);
        if (line.size() == 2) path += "M" + px(project_(line[0])) + "L" + px(project_(line[1]));
      }
    svg_.add("path", {{"d", path}, {"stroke", hex(ink::kLine)}, {"stroke-width", "0.8"}, {"fill", "none"}});
  }

  /// The far faces and edges of a closed or periodic box, then the near edges.
  void draw_box(bool far) {
    if (!boxed_) return;
    const Aabb3 box = sketch_.extent;
    const auto corner = [&](int bits) {
      return Vec3{bits & 1 ? box.high.x : box.low.x, bits & 2 ? box.high.y : box.low.y,
                  bits & 4 ? box.high.z : box.low.z};
    };
    const auto faces_eye = [&](int axis, bool high) {
      return high ? project_.eye()[axis] > box.high[axis] : project_.eye()[axis] < box.low[axis];
    };
    svg_.open(
        "g", {{"stroke", hex(mix(ink::kEdge, ink::kStage, 0.35))}, {"stroke-width", "1"}, {"stroke-linecap", "round"}});
    for (int axis = 0; far && axis < 3; ++axis)
      for (const bool high : {false, true}) {
        if (faces_eye(axis, high)) continue;
        const int u = 1 << ((axis + 1) % 3), v = 1 << ((axis + 2) % 3), base = high ? 1 << axis : 0;
        const std::vector<Vec3> face =
            clipped({corner(base), corner(base | u), corner(base | u | v), corner(base | v)}, near_);
        if (face.size() > 2)
          svg_.add("polygon",
                   {{"points", points(face)}, {"fill", axis == 1 ? "#e9edf2" : "#f0f3f6"}, {"stroke", "none"}});
      }
    for (int axis = 0; axis < 3; ++axis)
      for (int bits = 0; bits < 8; ++bits) {
        if (bits & (1 << axis)) continue;
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        const bool in_front = faces_eye(u, bits & (1 << u)) || faces_eye(v, bits & (1 << v));
        const std::vector<Vec3> edge = clipped({corner(bits), corner(bits | (1 << axis))}, near_);
        if (in_front != far && edge.size() == 2)
          svg_.line(project_(edge[0]), project_(edge[1]), {{"stroke-opacity", far ? "0.6" : "0.9"}});
      }
    svg_.close("g");
  }

  // Shadows: where the rays of the light that graze a ball meet the ground.

  bool shadows() const {
    return !planes_.empty() && world_.body_count() <= kBallsWithShadows &&
           sketch_.cast.balls.size() * planes_.size() <= kMostShadows;
  }

  void draw_shadows() {
    svg_.open("g", {{"id", "shadows"}, {"fill", "#101a28"}, {"fill-opacity", "0.16"}});
    for (const BodyId id : sketch_.cast.balls)
      for (const HalfSpace3& plane : planes_)
        if (dot(plane.normal, project_.eye()) > plane.offset)
          draw_shadow(world_.placement(id).position, world_.radius(id), plane);
    svg_.close("g");
  }

  void draw_shadow(const Vec3& center, double radius, const HalfSpace3& plane) {
    const Vec3 ray = unit(center - camera_.light);
    const auto [u, v] = across(ray);
    std::vector<Vec3> shadow;
    for (int k = 0; k < kShadowCorners; ++k) {
      const double angle = 2 * 3.14159265358979323846 * k / kShadowCorners;
      const Vec3 rim = center + (radius * std::cos(angle)) * u + (radius * std::sin(angle)) * v;
      const Vec3 direction = rim - camera_.light;
      const double fall = (plane.offset - dot(plane.normal, rim)) / dot(plane.normal, direction);
      if (!(fall >= -radius / norm(direction)) || fall > 3) return;
      shadow.push_back(rim + fall * direction);
    }
    shadow = visible(shadow, &plane);
    if (shadow.size() > 2) svg_.add("polygon", {{"points", points(shadow)}});
  }

  // Obstacles.

  void add_obstacles() {
    for (const BodyId id : sketch_.cast.obstacles) {
      const Body<3> body = placed_body(world_, id);
      const Color color = sketch_.looks[id].color;
      if (const auto* box = std::get_if<Aabb3>(&body.shape)) add_solid_box(*box, color);
      if (const auto* mesh = std::get_if<TriangleMesh>(&body.shape)) add_mesh(*mesh, color);
      if (const auto* capsule = std::get_if<Capsule3>(&body.shape)) add_mesh(surface(*capsule), color);
      if (const auto* cylinder = std::get_if<UprightCylinder>(&body.shape)) add_mesh(surface(*cylinder), color);
      if (const auto* segment = std::get_if<Segment3>(&body.shape)) add_bar(*segment, color);
      if (const auto* pocket = std::get_if<Sphere>(&body.shape)) add_pocket(*pocket);
    }
  }

  void measure_obstacles() {
    mode_ = Faces::counted;
    add_obstacles();
    mode_ = Faces::items;
  }

  void add_mesh(const TriangleMesh& mesh, Color color) {
    for (std::size_t k = 0; k < mesh.triangles.size(); ++k) {
      const Triangle t = mesh.triangle(k);
      const Vec3 middle = (t.a + t.b + t.c) / 3;
      const double depth = project_.depth(middle);
      // The outline closes the seams between neighbours.
      add_face({t.a, t.b, t.c}, depth, "0.6", [&] {
        Vec3 normal = unit(cross(t.b - t.a, t.c - t.a));
        if (dot(normal, project_.eye() - middle) < 0) normal = -normal;
        const double lit = std::max(0.0, dot(normal, unit(camera_.light - middle)));
        const Color face = hazed(mix(mix(color, kBlack, 0.35), mix(color, kWhite, 0.35), lit), depth);
        return std::pair{face, face};
      });
    }
  }

  void add_solid_box(const Aabb3& box, Color color) {
    for (int axis = 0; axis < 3; ++axis)
      for (const bool high : {false, true}) {
        Vec3 normal;
        normal[axis] = high ? 1 : -1;
        Vec3 corner = box.low, u, v;
        if (high) corner[axis] = box.high[axis];
        u[(axis + 1) % 3] = box.high[(axis + 1) % 3] - box.low[(axis + 1) % 3];
        v[(axis + 2) % 3] = box.high[(axis + 2) % 3] - box.low[(axis + 2) % 3];
        if (dot(normal, project_.eye() - corner) <= 0) continue;
        const Vec3 middle = corner + 0.5 * (u + v);
        add_face({corner, corner + u, corner + u + v, corner + v}, project_.depth(middle), "0.8", [&] {
          const double lit = std::max(0.0, dot(normal, unit(camera_.light - middle)));
          const Color face = mix(mix(color, kBlack, 0.3), mix(color, kWhite, 0.35), lit);
          return std::pair{face, mix(face, kBlack, 0.25)};
        });
      }
  }

  /// A convex face, at `depth` among items. colors() are those of its inside and of its edge.
  template <class Colors>
  void add_face(const std::vector<Vec3>& whole, double depth, const char* edge_width, Colors&& colors) {
    const std::vector<Vec3> corners = clipped(whole, near_);
    if (corners.size() < 3) return;
    if (mode_ == Faces::items) {
      const auto [inside, edge] = colors();
      add(depth, project_(corners[0]), [this, corners, inside = inside, edge = edge, edge_width] {
        svg_.add(
            "polygon",
            {{"points", points(corners)}, {"fill", hex(inside)}, {"stroke", hex(edge)}, {"stroke-width", edge_width}});
      });
      return;
    }
    seen_.clear();
    for (const Vec3& corner : corners) seen_.push_back({project_(corner), project_.depth(corner)});
    if (mode_ == Faces::painted) {
      if (faces_++ % stride_ == 0) image_->face(seen_, colors().first);
      return;
    }
    ++faces_;
    painted_ += painted_pixels(seen_);
  }

  /// Of the box around a face, where it is on the page.
  double painted_pixels(const std::vector<Corner>& corners) const {
    Extent<2> box;
    for (const Corner& corner : corners) box.add(corner.place);
    const Vec2 size = box.box.high - box.box.low;
    return kPixelsPerUnit * std::min(size.x, frame_.width) * kPixelsPerUnit * std::min(size.y, frame_.height) / 2;
  }

  void add_bar(const Segment3& segment, Color color) {
    if (mode_ == Faces::items)
      add_line(segment.from, segment.to, color, kBarWidth, kBarParts);
    else
      add_flat_bar(clipped({segment.from, segment.to}, near_), color);
  }

  /// A line of an image: as wide on the page wherever it is.
  void add_flat_bar(const std::vector<Vec3>& ends, Color color) {
    if (ends.size() != 2) return;
    const Vec2 a = project_(ends[0]), b = project_(ends[1]);
    if (a == b) return;
    const Vec2 along = (b - a) / norm(b - a), side = 0.5 * kBarWidth * Vec2{-along.y, along.x};
    const double at_a = project_.depth(ends[0]), at_b = project_.depth(ends[1]);
    const std::vector<Corner> corners{{a - side, at_a}, {b - side, at_b}, {b + side, at_b}, {a + side, at_a}};
    if (mode_ == Faces::counted) {
      faces_ += kBarParts;
      painted_ += kPixelsPerUnit * std::min(norm(b - a), frame_.width) * kPixelsPerUnit * kBarWidth;
    } else if (faces_++ % stride_ == 0) {
      image_->face(corners, hazed(color, 0.5 * (at_a + at_b)));
    }
  }

  void add_pocket(const Sphere& pocket) {
    if (mode_ == Faces::counted)
      ++faces_;
    else if (mode_ == Faces::painted)
      paint_ball(pocket.center, pocket.radius, [] { return kPocket; });
    else
      add_ball(pocket.center, pocket.radius, kPocket, "0.55", "");
  }

  // Cells.

  void add_cells() {
    if (!sketch_.scene->cells) return;
    const ShownCells<3>& grid = *sketch_.scene->cells;
    add_grid(grid);
    std::size_t left = kMostCellFaces;
    for (const CellMark<3>& mark : sketch_.cells)
      for (const CellFace& face : surface(cells_now(mark, world_)))
        if (left > 0 && left-- > 0) add_cell_face(grid, face, mark.color);
    if (left == 0) tell("some of the marked cells", "further marked cells");
    for (const Aabb3& region : grid.regions) add_edges(region, ink::kText, 1.6);
    for (const Segment3& cast : grid.casts) add_arrow(cast);
  }

  /// The edges of all of it, and lines where its cells meet on the three sides behind it.
  void add_grid(const ShownCells<3>& grid) {
    const Aabb3 box = grid_box(grid);
    add_edges(box, ink::kCell, 1);
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 on = box.low;
      if (project_.eye()[axis] < 0.5 * (box.low[axis] + box.high[axis])) on[axis] = box.high[axis];
      for (const int across : {(axis + 1) % 3, (axis + 2) % 3}) {
        const int along = 3 - axis - across;
        for (int k = 1; k < grid.counts[static_cast<std::size_t>(across)]; ++k) {
          Vec3 from = on;
          from[across] = box.low[across] + k * grid.side[across];
          Vec3 to = from;
          to[along] = box.high[along];
          add_cell_line(from, to, mix(ink::kCell, ink::kStage, 0.45), 0.7);
        }
      }
    }
  }

  void add_edges(const Aabb3& box, Color color, double width) {
    for (int axis = 0; axis < 3; ++axis)
      for (const bool u : {false, true})
        for (const bool v : {false, true}) {
          Vec3 from = box.low;
          if (u) from[(axis + 1) % 3] = box.high[(axis + 1) % 3];
          if (v) from[(axis + 2) % 3] = box.high[(axis + 2) % 3];
          Vec3 to = from;
          to[axis] = box.high[axis];
          add_cell_line(from, to, color, width);
        }
  }

  /// In parts, so that balls and cells hide what is behind them.
  void add_cell_line(const Vec3& from, const Vec3& to, Color color, double width) {
    add_line(from, to, color, width, kCellLineParts);
  }

  void add_cell_face(const ShownCells<3>& grid, const CellFace& face, Color color) {
    const Aabb3 box = cell_box(grid, face.cell);
    const int u = (face.axis + 1) % 3, v = (face.axis + 2) % 3;
    Vec3 corner = box.low;
    if (face.high) corner[face.axis] = box.high[face.axis];
    std::vector<Vec3> corners(4, corner);
    corners[1][u] = corners[2][u] = box.high[u];
    corners[2][v] = corners[3][v] = box.high[v];
    const double eye = project_.eye()[face.axis];
    const bool towards_eye = face.high ? eye > box.high[face.axis] : eye < box.low[face.axis];
    const Vec3 middle = 0.5 * (corners[0] + corners[2]);
    const std::vector<Vec3> seen = clipped(corners, near_);
    if (seen.size() < 3) return;
    add(project_.depth(middle), project_(middle), [this, seen, color, towards_eye] {
      svg_.add("polygon", {{"class", "cell"},
                           {"points", points(seen)},
                           {"fill", hex(color)},
                           {"fill-opacity", towards_eye ? "0.22" : "0.1"},
                           {"stroke", hex(color)},
                           {"stroke-opacity", towards_eye ? "0.7" : "0.3"},
                           {"stroke-width", "0.9"}});
    });
  }

  void add_arrow(const Segment3& arrow) {
    add_line(arrow.from, arrow.to, ink::kText, 2, kBarParts);
    const std::vector<Vec3> ends = clipped({arrow.from, arrow.to}, near_);
    if (ends.size() != 2) return;
    add(project_.depth(ends[1]), project_(ends[1]), [this, ends] {
      svg_.add("polygon", {{"points", arrow_head(project_(ends[0]), project_(ends[1]))}, {"fill", hex(ink::kText)}});
    });
  }

  // The image.

  bool many_balls() const { return sketch_.cast.balls.size() > kMostBalls; }

  /// All obstacles, and the balls if they are many.
  void draw_image() {
    image_.emplace(frame_);
    stride_ = stride_for(painted_);
    if (faces_ > 0) tell("obstacles as an image", "the edges of obstacles");
    if (stride_ > 1)
      tell(fmt::format("one face in {}", stride_), fmt::format("all but one in {} of their faces", stride_));
    mode_ = Faces::painted;
    faces_ = 0;
    add_obstacles();
    mode_ = Faces::items;
    if (many_balls()) paint_balls();
    svg_.image(image_->pixels());
  }

  void paint_balls() {
    const std::vector<BodyId>& balls = sketch_.cast.balls;
    double painted = 0;
    std::size_t probed = 0;
    for (std::size_t k = 0; k < balls.size(); k += 1 + balls.size() / kProbes, ++probed)
      if (const auto outline = project_.outline(world_.placement(balls[k]).position, world_.radius(balls[k])))
        painted += 4 * kPixelsPerUnit * std::min(outline->along, frame_.width) * kPixelsPerUnit *
                   std::min(outline->across, frame_.height);
    const std::size_t stride =
        stride_for(painted * static_cast<double>(balls.size()) / static_cast<double>(probed) / kDearerThanSeen);
    for (std::size_t k = 0; k < balls.size(); k += stride) {
      const Placement<3> placement = world_.placement(balls[k]);
      paint_ball(placement.position, world_.radius(balls[k]),
                 [&] { return sketch_.ball_color(balls[k], placement.velocity); });
    }
    tell("balls as an image");
    if (stride > 1) tell(fmt::format("one ball in {}", stride), fmt::format("all but one in {} balls", stride));
  }

  template <class ColorOf>
  void paint_ball(const Vec3& center, double radius, ColorOf&& color) {
    const double depth = project_.depth(center);
    if (!(depth > radius)) return;
    if (const auto outline = project_.outline(center, radius))
      image_->ball(*outline, depth, radius, [&] { return hazed_ball(color(), depth); });
  }

  /// What of a path lies in the ball that it ends with cannot be seen.
  bool inside_own_ball(const Vec3& p) const { return own_ball_ && norm(p - own_ball_->center) < own_ball_->radius; }

  /// A straight line in parts, so that each finds its place in depth.
  void add_line(const Vec3& from, const Vec3& to, Color color, double width, int parts) {
    for (int k = 0; k < parts; ++k) {
      const std::vector<Vec3> part =
          clipped({from + (1.0 * k / parts) * (to - from), from + ((k + 1.0) / parts) * (to - from)}, near_);
      if (part.size() != 2 || inside_own_ball(0.5 * (part[0] + part[1]))) continue;
      const double depth = project_.depth(0.5 * (part[0] + part[1]));
      add(depth, project_(0.5 * (part[0] + part[1])), [this, part, color, width, depth] {
        svg_.line(project_(part[0]), project_(part[1]),
                  {{"stroke", hex(hazed(color, depth))}, {"stroke-width", px(width)}});
      });
    }
  }

  // Paths.

  void add_paths() {
    const History<3>& history = *sketch_.history;
    if (history.balls().empty()) return;
    const std::size_t keys = history.key_count();
    const int parts = keys * kPiecesPerCurve < kMostPathPieces ? kPiecesPerCurve : keys < kMostPathPieces ? 3 : 1;
    most_crossings_ = std::clamp(std::floor(3.0 * kMostPathPieces / static_cast<double>(keys)), 1.0, kMostCrossings);
    for (std::size_t slot = 0; slot < history.balls().size(); ++slot) {
      const BodyId id = history.balls()[slot];
      if (world_.present(id))
        own_ball_ = Sphere{world_.placement(id).position, world_.radius(id)};
      else
        own_ball_.reset();
      const Color own = sketch_.looks[id].color;
      add_path(history.keys(slot), end_of(slot),
               sketch_.by_speed ? ink::kText : mix(own, kBlack, luminance(own) > 0.45 ? 0.3 : 0), parts);
    }
    own_ball_.reset();
    if (cut_short_) tell("long paths cut short", "the ends of paths that cross the box very often");
  }

  double end_of(std::size_t slot) const {
    for (const End& end : sketch_.history->ends())
      if (end.ball == slot) return end.time;
    return world_.time();
  }

  void add_path(const std::vector<Key<3>>& keys, double end, Color color, int parts) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Key<3>& key = keys[i];
      const bool last = i + 1 == keys.size();
      const double span = (last ? end : keys[i + 1].time) - key.time;
      if (span <= 0 || (is_zero(key.motion.velocity) && is_zero(key.motion.acceleration))) continue;
      if (!key.followed && !last) {
        add_wrapped(key.position, keys[i + 1].position, color, parts);
        continue;
      }
      if (is_zero(key.motion.acceleration))
        add_wrapped(key.position, key.position_after(span), color, parts);
      else
        for (int part = 0; part < parts; ++part)
          add_wrapped(key.position_after(span * part / parts), key.position_after(span * (part + 1) / parts), color, 1);
    }
  }

  /// Lines that leave a periodic box go on at its other side.
  void add_wrapped(const Vec3& from, const Vec3& to, Color color, int parts) {
    if (const auto period = world_.options().period) {
      const bool whole = visit_wrapped(from, to, *period, most_crossings_,
                                       [&](const Vec3& a, const Vec3& b) { add_line(a, b, color, kPathWidth, parts); });
      cut_short_ = cut_short_ || !whole;
    } else {
      add_line(from, to, color, kPathWidth, parts);
    }
  }

  // Balls.

  void add_starts() {
    for (const Start<3>& start : sketch_.starts) {
      const auto outline = project_.outline(start.position, start.radius);
      const Color color = sketch_.looks[start.id].color;
      if (outline)
        add(project_.depth(start.position), outline->center, [this, outline, color] {
          draw_ellipse(*outline, {{"fill", hex(color)},
                                  {"fill-opacity", "0.16"},
                                  {"stroke", hex(color)},
                                  {"stroke-opacity", "0.5"},
                                  {"stroke-dasharray", "3 2.5"}});
        });
    }
  }

  void add_balls() {
    for (const BodyId id : sketch_.cast.balls)
      add_ball(world_.placement(id).position, world_.radius(id), sketch_.ball_color(id), "1", sketch_.looks[id].mark);
  }

  /// Few enough paints for thousands of balls: the haze goes in eight steps.
  Color hazed_ball(Color color, double depth) const {
    return hazed(color, depth > 0 ? std::floor(8 * depth / size_) / 8 * size_ : depth);
  }

  void add_ball(const Vec3& center, double radius, Color color, const std::string& opacity, const std::string& mark) {
    const auto outline = project_.outline(center, radius);
    const double depth = project_.depth(center);
    if (!outline) return;
    const Color seen = hazed_ball(color, depth);
    add(depth, outline->center, [this, outline, seen, opacity, mark] {
      draw_ellipse(*outline, {{"fill", svg_.ball_paint(seen)}, {"fill-opacity", opacity}});
      const double size = 0.8 * outline->across;
      if (!mark.empty() && size > 5)
        svg_.text({outline->center.x, outline->center.y + 0.36 * size}, mark,
                  {{"font-size", px(size)},
                   {"font-weight", "700"},
                   {"text-anchor", "middle"},
                   {"fill", luminance(seen) > 0.35 ? "#15171b" : "#ffffff"}});
    });
  }

  void draw_ellipse(const Ellipse& e, Svg::Attributes attributes) {
    const double along = std::max(e.along, 0.6), across = std::max(e.across, 0.6);
    if (along - across < 0.05) {
      svg_.circle(e.center, along, attributes);
      return;
    }
    const double angle = std::atan2(e.axis.y, e.axis.x) * 180 / 3.14159265358979323846;
    svg_.open("g", {{"transform", "translate(" + px(e.center) + ") rotate(" + px(angle) + ")"}});
    // The paint's light comes from the upper left of the page, whatever the turn of the ellipse.
    svg_.open("g", {{"transform", "scale(" + px(along / across) + ",1) rotate(" + px(-angle) + ")"}});
    svg_.circle({0, 0}, across, attributes);
    svg_.close("g");
    svg_.close("g");
  }

  void draw_contacts() {
    svg_.open(
        "g", {{"id", "contacts"}, {"fill", hex(ink::kContact)}, {"stroke", hex(ink::kPaper)}, {"stroke-width", "0.7"}});
    for (const Vec3& contact : sketch_.contacts)
      if (dot(near_.normal, contact) > near_.offset)
        svg_.circle(project_(contact), sketch_.contacts.size() > 400 ? 1.5 : 2.8);
    svg_.close("g");
  }

  Svg& svg_;
  const Sketch<3>& sketch_;
  Frame2 frame_;
  const World<3>& world_;
  Camera camera_;
  Projection project_;
  double size_;
  HalfSpace3 near_;
  bool boxed_ = false;
  std::vector<HalfSpace3> planes_;
  std::vector<Item> items_;
  std::optional<Sphere> own_ball_;  ///< of the path that is being drawn
  double most_crossings_ = kMostCrossings;
  bool cut_short_ = false;  ///< a path
  std::optional<DepthImage> image_;
  Faces mode_ = Faces::items;
  std::size_t faces_ = 0;
  std::size_t stride_ = 1;  ///< of faces that are painted
  double painted_ = 0;      ///< pixels, by the faces that were counted
  std::vector<Corner> seen_;
  Drawn drawn_;
};

}  // namespace

Color contact_color(const Sketch<3>&) {
  return ink::kContact;
}

double wanted_height(const Sketch<3>&, double width) {
  return kAspect * width;
}

Drawn draw(Svg& svg, const Sketch<3>& sketch, const Frame2& frame) {
  return Space(svg, sketch, frame).draw();
}

}  // namespace carom::io
