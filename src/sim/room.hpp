#pragma once

// Names of other rooms, until they are qualified.
namespace carom::detail {}
namespace carom::sim {
using namespace detail;
}
