include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS carom EXPORT carom-targets)
install(DIRECTORY include/carom DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN io EXCLUDE)
install(EXPORT carom-targets NAMESPACE carom:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
write_basic_package_version_file(carom-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(cmake/carom-config.cmake.in carom-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/carom-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/carom-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/carom)
if(CAROM_BUILD_TOOLS)
  install(TARGETS carom_cli)
  install(TARGETS carom_view LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/carom)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/manual/ DESTINATION ${CMAKE_INSTALL_DATADIR} OPTIONAL)  # where the program could be run
  install(DIRECTORY web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/carom/web OPTIONAL)  # once script/web has built it
endif()
