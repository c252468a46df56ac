#include "query/parts/mesh_parts.hpp"

namespace carom {

CAROM_ANSWER(Sphere, TriangleMesh);
CAROM_ANSWER(TriangleMesh, Sphere);

}  // namespace carom
