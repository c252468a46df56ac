# Highway for a machine whose package of it is not installed: its headers alone, with vectors of the least processor.
add_library(hwy::hwy INTERFACE IMPORTED GLOBAL)
target_compile_definitions(hwy::hwy INTERFACE HWY_COMPILE_ONLY_STATIC)
