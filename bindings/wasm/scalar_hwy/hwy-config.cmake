# Highway on plain numbers: its vectors for WebAssembly know no doubles in version 1.0.
add_library(hwy STATIC ${PROJECT_SOURCE_DIR}/tests/determinism/static_hwy/targets.cpp)
add_library(hwy::hwy ALIAS hwy)
target_compile_definitions(hwy PUBLIC HWY_COMPILE_ONLY_SCALAR)
target_compile_features(hwy PUBLIC cxx_std_20)
