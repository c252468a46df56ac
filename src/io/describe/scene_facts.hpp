#pragma once
#include "carom/io/scene.hpp"
#include "io/describe/facts.hpp"

namespace carom::io {

Facts scene_facts(const AnyScene& scene);

}  // namespace carom::io
