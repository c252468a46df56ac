#pragma once
#include <cstdint>
#include <optional>

#include "io/scene/scene_bodies.hpp"
#include "io/scene/scene_body.hpp"

namespace carom::io {

/// Adds the bodies of one entry of the list `generators` (docs/formats/scene.md). `seed` replaces the entry's own;
/// `stream`, the entry's index, keeps entries of the same seed apart.
template <int D>
void generate(const JsonNode& entry, const BodyFields<D>& defaults, const std::optional<std::uint64_t>& seed,
              std::uint64_t stream, SceneBodies<D>& bodies);

}  // namespace carom::io
