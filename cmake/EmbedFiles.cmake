# Text files as std::string_view constants of a generated source.
#
#   carom_embed_files(<target> <namespace> <header> <name>=<file> …)
#
# adds a source to the target that includes <header> and defines <namespace>::<name> for each file.
# The file runs itself as a script to write that source.

function(carom_embed_files target namespace header)
  set(files "")
  foreach(pair IN LISTS ARGN)
    string(REGEX REPLACE "^[^=]+=" "" file "${pair}")
    list(APPEND files "${file}")
  endforeach()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cpp")
  string(REPLACE ";" "|" pairs "${ARGN}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DNAMESPACE=${namespace}" "-DHEADER=${header}" "-DPAIRS=${pairs}"
            -P "${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    DEPENDS ${files} "${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    COMMENT "Embedding ${header}"
    VERBATIM)
  # The C++ standard asks for 65536 characters only; GCC and Clang take as many as there are.
  set_source_files_properties("${output}" PROPERTIES COMPILE_OPTIONS "-Wno-overlength-strings" SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE "${output}")
endfunction()

if(CMAKE_SCRIPT_MODE_FILE AND OUTPUT)
  file(WRITE "${OUTPUT}.new" "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n")
  string(REPLACE "|" ";" PAIRS "${PAIRS}")
  foreach(pair IN LISTS PAIRS)
    string(REGEX MATCH "^([^=]+)=(.*)$" matched "${pair}")
    set(name "${CMAKE_MATCH_1}")
    file(READ "${CMAKE_MATCH_2}" text)
    file(APPEND "${OUTPUT}.new" "\nconst std::string_view ${name} = R\"carom(")
    file(APPEND "${OUTPUT}.new" "${text}")
    file(APPEND "${OUTPUT}.new" ")carom\";\n")
  endforeach()
  file(APPEND "${OUTPUT}.new" "\n}  // namespace ${NAMESPACE}\n")
  file(RENAME "${OUTPUT}.new" "${OUTPUT}")
endif()
