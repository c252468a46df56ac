# Highway for a processor that its package is not installed for: its headers, and the instructions of the least processor.
add_library(hwy STATIC ${CMAKE_CURRENT_LIST_DIR}/targets.cpp)
add_library(hwy::hwy ALIAS hwy)
target_compile_definitions(hwy PUBLIC HWY_COMPILE_ONLY_STATIC)
target_compile_features(hwy PUBLIC cxx_std_20)
