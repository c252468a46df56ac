#pragma once

// Until this room has a namespace of its own: what it uses of the others, visible where it is.
namespace carom {
namespace math {}
namespace shape {}
namespace motion {}
namespace query {}
namespace response {}
namespace broad {}
namespace index {}
}  // namespace carom

namespace carom::detail {

using namespace math;
using namespace shape;
using namespace motion;
using namespace query;
using namespace response;
using namespace broad;
using namespace index;

}  // namespace carom::detail
