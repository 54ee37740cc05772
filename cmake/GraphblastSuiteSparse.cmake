# The names under which programs look for SuiteSparse:GraphBLAS: header, library, CMake package and
# GraphBLAS.pc. The version is the one of the header.

set(GRAPHBLAST_SUITESPARSE_COMPAT AUTO CACHE STRING
    "Also install under the names of SuiteSparse:GraphBLAS: ON, OFF, or AUTO (but in /usr and /usr/local)")
set_property(CACHE GRAPHBLAST_SUITESPARSE_COMPAT PROPERTY STRINGS AUTO ON OFF)

file(STRINGS "${PROJECT_SOURCE_DIR}/include/suitesparse/GraphBLAS.h" lines
    REGEX "^#define GxB_IMPLEMENTATION_(MAJOR|MINOR|SUB|DATE) ")
foreach(line IN LISTS lines)
    string(REGEX MATCH "_([A-Z]+) \"?([^\"]*)\"?$" matched "${line}")
    set(GRAPHBLAS_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
endforeach()
set(GRAPHBLAS_VERSION_MAJOR ${GRAPHBLAS_MAJOR})
set(GRAPHBLAS_VERSION_MINOR ${GRAPHBLAS_MINOR})
set(GRAPHBLAS_VERSION_PATCH ${GRAPHBLAS_SUB})
set(GRAPHBLAS_VERSION "${GRAPHBLAS_MAJOR}.${GRAPHBLAS_MINOR}.${GRAPHBLAS_SUB}")
set(GRAPHBLAST_SONAME "libgraphblast.so.${PROJECT_VERSION_MAJOR}")
set(GRAPHBLAST_FILE "libgraphblast.so.${PROJECT_VERSION}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/suitesparse/GraphBLASConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/suitesparse/GraphBLASConfig.cmake"
    INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/GraphBLAS"
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/suitesparse/GraphBLASConfigVersion.cmake"
    VERSION ${GRAPHBLAS_VERSION}
    COMPATIBILITY SameMajorVersion)
configure_file("${PROJECT_SOURCE_DIR}/cmake/suitesparse/GraphBLAS.pc.in"
    "${PROJECT_BINARY_DIR}/suitesparse/GraphBLAS.pc" @ONLY)
configure_file("${PROJECT_SOURCE_DIR}/cmake/suitesparse/install.cmake.in"
    "${PROJECT_BINARY_DIR}/suitesparse/install.cmake" @ONLY)
install(SCRIPT "${PROJECT_BINARY_DIR}/suitesparse/install.cmake")
