#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>

#include "contender.hpp"

// A moving ball among still ones is a ray among balls of the sum of the radii, in single precision. Embree builds with
// its default, medium quality, on one thread. Two ways: its own sphere type, and balls as user geometry with the
// quadratic here.
namespace carom::bench {
namespace {

RTCRayHit ray_of(const Cast<3>& cast, float end) {
  RTCRayHit hit{};
  hit.ray = {.org_x = static_cast<float>(cast.ball.center.x),
             .org_y = static_cast<float>(cast.ball.center.y),
             .org_z = static_cast<float>(cast.ball.center.z),
             .tnear = 0,
             .dir_x = static_cast<float>(cast.velocity.x),
             .dir_y = static_cast<float>(cast.velocity.y),
             .dir_z = static_cast<float>(cast.velocity.z),
             .time = 0,
             .tfar = end,
             .mask = ~0U,
             .id = 0,
             .flags = 0};
  hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  return hit;
}

class Embree : public CastContender {
 public:
  ~Embree() override {
    if (scene_) rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
  }

  void build(std::span<const Sphere> balls) override {
    if (scene_) rtcReleaseScene(scene_);
    scene_ = rtcNewScene(device_);
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_NONE);
    RTCGeometry geometry = make(balls);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_);
  }

  void cast(std::span<const Cast<3>> casts, std::span<CastAnswer> answers) override {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
    for (std::size_t k = 0; k < casts.size(); ++k) {
      RTCRayHit hit = ray_of(casts[k], 1);
      rtcIntersect1(scene_, &context, &hit);
      answers[k] = hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? CastAnswer{} : CastAnswer{hit.hit.primID, hit.ray.tfar};
    }
  }

 protected:
  virtual RTCGeometry make(std::span<const Sphere> balls) = 0;
  RTCDevice device_ = rtcNewDevice("threads=1");
  RTCScene scene_ = nullptr;
};

struct Point {
  float x, y, z, r;
};

class Points : public Embree {
 public:
  std::string name() const override { return "Embree spheres"; }

 protected:
  RTCGeometry make(std::span<const Sphere> balls) override {
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    auto* points = static_cast<Point*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, sizeof(Point), balls.size()));
    for (std::size_t k = 0; k < balls.size(); ++k)
      points[k] = {static_cast<float>(balls[k].center.x), static_cast<float>(balls[k].center.y),
                   static_cast<float>(balls[k].center.z), static_cast<float>(balls[k].radius + kRadius)};
    return geometry;
  }
};

/// Sixteen rays per call.
class Packets final : public Points {
 public:
  std::string name() const override { return "Embree spheres by 16 rays"; }

  void cast(std::span<const Cast<3>> casts, std::span<CastAnswer> answers) override {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_INCOHERENT;
    for (std::size_t k = 0; k < casts.size(); k += 16) packet(context, casts, answers, k);
  }

 private:
  void packet(RTCIntersectContext& context, std::span<const Cast<3>> casts, std::span<CastAnswer> answers,
              std::size_t first) {
    const std::size_t count = std::min<std::size_t>(16, casts.size() - first);
    RTCRayHit16 hits{};
    alignas(64) int valid[16] = {};
    for (std::size_t i = 0; i < count; ++i) {
      const RTCRayHit one = ray_of(casts[first + i], 1);
      valid[i] = -1;
      hits.ray.org_x[i] = one.ray.org_x;
      hits.ray.org_y[i] = one.ray.org_y;
      hits.ray.org_z[i] = one.ray.org_z;
      hits.ray.dir_x[i] = one.ray.dir_x;
      hits.ray.dir_y[i] = one.ray.dir_y;
      hits.ray.dir_z[i] = one.ray.dir_z;
      hits.ray.tfar[i] = 1;
      hits.ray.mask[i] = ~0U;
      hits.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
    }
    rtcIntersect16(valid, scene_, &context, &hits);
    for (std::size_t i = 0; i < count; ++i)
      answers[first + i] = hits.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID
                               ? CastAnswer{}
                               : CastAnswer{hits.hit.primID[i], hits.ray.tfar[i]};
  }
};

class User final : public Embree {
 public:
  std::string name() const override { return "Embree user geometry"; }

 protected:
  RTCGeometry make(std::span<const Sphere> balls) override {
    points_.resize(balls.size());
    for (std::size_t k = 0; k < balls.size(); ++k)
      points_[k] = {static_cast<float>(balls[k].center.x), static_cast<float>(balls[k].center.y),
                    static_cast<float>(balls[k].center.z), static_cast<float>(balls[k].radius + kRadius)};
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(balls.size()));
    rtcSetGeometryUserData(geometry, points_.data());
    rtcSetGeometryBoundsFunction(geometry, bounds, nullptr);
    rtcSetGeometryIntersectFunction(geometry, intersect);
    return geometry;
  }

 private:
  static void bounds(const RTCBoundsFunctionArguments* args) {
    const Point& p = static_cast<const Point*>(args->geometryUserPtr)[args->primID];
    *args->bounds_o = {.lower_x = p.x - p.r,
                       .lower_y = p.y - p.r,
                       .lower_z = p.z - p.r,
                       .align0 = 0,
                       .upper_x = p.x + p.r,
                       .upper_y = p.y + p.r,
                       .upper_z = p.z + p.r,
                       .align1 = 0};
  }

  static void intersect(const RTCIntersectFunctionNArguments* args) {
    if (!args->valid[0]) return;
    const Point& point = static_cast<const Point*>(args->geometryUserPtr)[args->primID];
    RTCRay& ray = reinterpret_cast<RTCRayHit*>(args->rayhit)->ray;
    RTCHit& hit = reinterpret_cast<RTCRayHit*>(args->rayhit)->hit;
    const float px = ray.org_x - point.x;
    const float py = ray.org_y - point.y;
    const float pz = ray.org_z - point.z;
    const float b = px * ray.dir_x + py * ray.dir_y + pz * ray.dir_z;
    if (b >= 0) return;
    const float c = px * px + py * py + pz * pz - point.r * point.r;
    const float a = ray.dir_x * ray.dir_x + ray.dir_y * ray.dir_y + ray.dir_z * ray.dir_z;
    const float discriminant = b * b - a * c;
    if (discriminant < 0) return;
    const float time = c <= 0 ? 0 : c / (std::sqrt(discriminant) - b);
    if (time >= ray.tfar) return;
    ray.tfar = time;
    hit.primID = args->primID;
    hit.geomID = args->geomID;
    hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  }

  std::vector<Point> points_;
};

}  // namespace

std::unique_ptr<CastContender> embree_cast(EmbreeForm form) {
  if (form == EmbreeForm::packets) return std::make_unique<Packets>();
  if (form == EmbreeForm::user) return std::make_unique<User>();
  return std::make_unique<Points>();
}

}  // namespace carom::bench
