# The Python that Debian's python3-… packages serve comes before any other.
find_program(CAROM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(CAROM_PYTHON NAMES python3 REQUIRED)

# A module with a sanitizer in it needs the sanitizer's library in the process before the interpreter; and the C++ library,
# which Python does not bring, as the sanitizer looks there for what throws.
set(CAROM_PYTHON_PRELOAD)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=address")
  foreach(library libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so libstdc++.so.6)
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${library} OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT EXISTS ${found})
      message(FATAL_ERROR "${CMAKE_CXX_COMPILER} has no ${library}, with which the Python module is tested (CAROM_BUILD_PYTHON)")
    endif()
    list(APPEND CAROM_PYTHON_PRELOAD ${found})
  endforeach()
  list(JOIN CAROM_PYTHON_PRELOAD ":" CAROM_PYTHON_PRELOAD)
endif()
