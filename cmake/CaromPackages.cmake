# Debian packages (script/package): carom, libcarom1 and libcarom-dev, a part of CaromInstall.cmake each.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR Carom)
set(CPACK_PACKAGE_CONTACT "Carom <carom@localhost>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME carom)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${PROJECT_DESCRIPTION}: the command line
 Runs scenes of balls from one true collision to the next, billiard shots,
 hard spheres and heaps; writes events, trajectories, pictures and reports;
 answers questions about shapes line by line.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libhdf5-103-1, librsvg2-2, fonts-dejavu-core")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "ffmpeg")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libcarom1)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "${PROJECT_DESCRIPTION}: the shared library
 Queries, worlds, billiards and runs, for C and C++.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/debian/triggers)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "libhdf5-103-1, librsvg2-2")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "ffmpeg")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libcarom-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libcarom1 (= ${PROJECT_VERSION}), libfmt-dev, zlib1g-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${PROJECT_DESCRIPTION}: headers and libraries
 For C and C++; found by CMake (find_package(carom)) and by pkg-config.")
include(CPack)
