# What every target of the project shares.

# Contraction of a*b+c into one rounding would change results from machine to machine (docs/theory).
function(carom_same_bits target scope)
  target_compile_options(${target} ${scope} $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>)
endfunction()

function(carom_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>)
  # g++ 12 sees overlapping copies in std::string at -O3 where there are none (GCC bug 105651).
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>)
  if(CAROM_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# A library that the shared one and the Python module are linked with: where its code lies makes no difference to it, at no
# cost, as nobody may put functions of others in the place of its own. What include/ declares can be seen from outside (its
# headers say so), nothing else.
function(carom_for_shared_libraries target)
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  if(CAROM_BUILD_PYTHON OR CAROM_BUILD_SHARED)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
endfunction()

# The name by which the system finds the first of these shared libraries when a program loads it.
function(carom_soname result libraries)
  list(GET libraries 0 library)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${library} OUTPUT_VARIABLE header ERROR_QUIET)
  if(NOT header MATCHES "SONAME +([^\n]+)")
    message(FATAL_ERROR "${library} has no SONAME: expected a shared library")
  endif()
  set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

# In a unity build (CAROM_UNITY_BUILD) the sources of a folder are compiled together, and headers but once for all of them.
# If it is WIDE, so are the folders, with all below them, that an argument after TOGETHER names ("a|b").
# Vector code is compiled alone, and so are the files and folders after EXCEPT, whose unnamed namespaces have names in common.
function(carom_unity_by_folder target)
  cmake_parse_arguments(PARSE_ARGV 1 unity "" "" "EXCEPT;TOGETHER")
  if(CAROM_UNITY_BUILD)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
      UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
    # A type of an unnamed namespace is said to be in a header, which here it is not.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(path ${source} ABSOLUTE)
    file(RELATIVE_PATH place ${CMAKE_CURRENT_SOURCE_DIR} ${path})
    file(STRINGS ${path} vectors REGEX "hwy/foreach_target.h")
    get_filename_component(folder ${place} DIRECTORY)
    if(vectors AND CAROM_VECTOR_OPTIONS)
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${CAROM_VECTOR_OPTIONS}" SKIP_PRECOMPILE_HEADERS ON)
    endif()
    if(vectors OR place IN_LIST unity_EXCEPT OR folder IN_LIST unity_EXCEPT)
      continue()
    endif()
    set(together ${folder})
    foreach(folders IN LISTS unity_TOGETHER)
      if(CAROM_UNITY_BUILD STREQUAL WIDE AND folder MATCHES "^(${folders})(/|$)")
        set(together ${folders})
      endif()
    endforeach()
    string(MAKE_C_IDENTIFIER "folder_${together}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
