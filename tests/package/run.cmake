# Configures, builds and runs consumer/ with Carom taken in one of three ways (WAY), in a fresh WORK_DIR.
function(must_run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
if(WAY STREQUAL "find_package")
  must_run(${CMAKE_COMMAND} --install ${CAROM_BINARY_DIR} --prefix ${WORK_DIR}/prefix)
  set(place -D CMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
elseif(WAY STREQUAL "fetch_content")
  must_run(${CAROM_SOURCE_DIR}/script/package source ${WORK_DIR})
  file(GLOB archive ${WORK_DIR}/carom-*.tar.gz)
  set(place -D CAROM_ARCHIVE=${archive})
else()  # what FetchContent does, too: the library is here the one that is built already
  set(place -D CAROM_SOURCE_DIR=${CAROM_SOURCE_DIR} -D CAROM_BUILT=${CAROM_BINARY_DIR}/src)
endif()

must_run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR}/build -G ${GENERATOR} ${place}
  -D CMAKE_CXX_COMPILER=${CXX} "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}" -D CMAKE_BUILD_TYPE=${BUILD_TYPE} -D CMAKE_EXPORT_COMPILE_COMMANDS=ON)
must_run(${CMAKE_COMMAND} --build ${WORK_DIR}/build --target consumer --parallel 2)

execute_process(COMMAND ${WORK_DIR}/build/consumer OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed STREQUAL "4\n")
  message(FATAL_ERROR "the consumer printed '${printed}', not 4: 8 of free path at speed 2")
endif()

# Only the consumer's own compile command counts: the library's has the option anyway.
file(READ ${WORK_DIR}/build/compile_commands.json commands)
string(JSON count LENGTH ${commands})
math(EXPR last "${count} - 1")
foreach(k RANGE ${last})
  string(JSON file GET ${commands} ${k} file)
  if(file MATCHES "consumer/main.cpp$")
    string(JSON command GET ${commands} ${k} command)
  endif()
endforeach()
if(NOT command MATCHES " -ffp-contract=off( |$)")
  message(FATAL_ERROR "-ffp-contract=off did not reach the consumer: ${command}")
endif()
