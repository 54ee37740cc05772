# The names under which programs look for SuiteSparse:GraphBLAS: header, libraries, CMake package and GraphBLAS.pc.

set(GRAPHBLAST_SUITESPARSE_COMPAT AUTO CACHE STRING
    "Also install under the names of SuiteSparse:GraphBLAS: ON, OFF, or AUTO (but in /usr and /usr/local)")
set_property(CACHE GRAPHBLAST_SUITESPARSE_COMPAT PROPERTY STRINGS AUTO ON OFF)

# The numbers of a version are in the header.
file(READ "${PROJECT_SOURCE_DIR}/include/graphblast/gxb_version.h" header)
foreach(major 9 10)
    string(REGEX MATCH
        "== ${major}\n[^\n]*MAJOR ([0-9]+)\n[^\n]*MINOR ([0-9]+)\n[^\n]*SUB ([0-9]+)\n[^\n]*DATE \"([^\"]*)\"\n"
        matched "${header}")
    set(GRAPHBLAS_VERSION_OF_${major} "${CMAKE_MATCH_1}.${CMAKE_MATCH_2}.${CMAKE_MATCH_3}")
    set(GRAPHBLAS_DATE_OF_${major} "${CMAKE_MATCH_4}")
endforeach()
set(GRAPHBLAS_VERSION ${GRAPHBLAS_VERSION_OF_${GRAPHBLAST_SUITESPARSE_VERSION}})
set(GRAPHBLAS_DATE "${GRAPHBLAS_DATE_OF_${GRAPHBLAST_SUITESPARSE_VERSION}}")
string(REPLACE "." ";" parts ${GRAPHBLAS_VERSION})
list(GET parts 0 GRAPHBLAS_VERSION_MAJOR)
list(GET parts 1 GRAPHBLAS_VERSION_MINOR)
list(GET parts 2 GRAPHBLAS_VERSION_PATCH)

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/suitesparse/GraphBLASConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/suitesparse/GraphBLASConfig.cmake"
    INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/GraphBLAS"
    PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
foreach(file GraphBLASConfigVersion.cmake GraphBLAS.pc GraphBLAS.h install.cmake)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/suitesparse/${file}.in"
        "${PROJECT_BINARY_DIR}/suitesparse/${file}" @ONLY)
endforeach()
install(SCRIPT "${PROJECT_BINARY_DIR}/suitesparse/install.cmake" COMPONENT suitesparse)
