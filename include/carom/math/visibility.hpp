#pragma once

// What public headers declare can be seen from outside a shared library, all else is hidden: they say so by a pragma,
// and function templates by this, as g++ does not apply the pragma to their instances.
#define CAROM_VISIBLE [[gnu::visibility("default")]]
