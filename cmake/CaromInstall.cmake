# What is installed, in three parts: `program` (carom), `runtime` (libcarom.so.1) and `development` (headers, static
# libraries, and what CMake and pkg-config find). cmake/CaromPackages.cmake makes a Debian package of each.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(carom_libraries carom)
set(carom_unwanted_headers PATTERN carom.h EXCLUDE)
if(CAROM_BUILD_IO)
  list(APPEND carom_libraries carom_io)
else()
  list(APPEND carom_unwanted_headers PATTERN io EXCLUDE)
endif()
if(CAROM_BUILD_SHARED)
  list(APPEND carom_libraries carom_shared)
  set(carom_unwanted_headers)
endif()
install(TARGETS ${carom_libraries} EXPORT carom-targets
  ARCHIVE COMPONENT development
  LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development ${carom_unwanted_headers})

set(carom_cmake_files ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
install(EXPORT carom-targets NAMESPACE carom:: DESTINATION ${carom_cmake_files} COMPONENT development)
write_basic_package_version_file(carom-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(cmake/carom-config.cmake.in carom-config.cmake INSTALL_DESTINATION ${carom_cmake_files})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/carom-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/carom-config-version.cmake
        DESTINATION ${carom_cmake_files} COMPONENT development)

# carom.pc finds its files from where it lies. With the shared library -lcarom is all, statically it is the core alone.
set(pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH carom_prefix_from_pc /${pkgconfig_folder} /)
set(carom_static_libraries "$<$<BOOL:${CAROM_BUILD_IO}>:-lcarom_io >-lcarom $<$<BOOL:${CAROM_BUILD_IO}>:-lfmt -lz -ldl >-lpthread -lstdc++ -lm")
if(CAROM_BUILD_SHARED)
  set(carom_pc_libraries "-lcarom")
else()
  set(carom_pc_libraries "${carom_static_libraries}")
endif()
configure_file(cmake/carom.pc.in ${CMAKE_CURRENT_BINARY_DIR}/carom.pc.generate @ONLY)
file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/carom.pc INPUT ${CMAKE_CURRENT_BINARY_DIR}/carom.pc.generate)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/carom.pc DESTINATION ${pkgconfig_folder} COMPONENT development)

if(CAROM_BUILD_TOOLS)
  install(TARGETS carom_cli COMPONENT program)
  install(TARGETS carom_view LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/carom COMPONENT program)
  # Where the program could be run, and once script/web has built the app.
  install(DIRECTORY ${CMAKE_BINARY_DIR}/manual/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT program OPTIONAL)
  install(DIRECTORY web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/carom/web COMPONENT program OPTIONAL)
  install(DIRECTORY scenes tables DESTINATION ${CMAKE_INSTALL_DATADIR}/carom COMPONENT program)
endif()
if(PROJECT_IS_TOP_LEVEL)
  include(CaromPackages)
endif()
