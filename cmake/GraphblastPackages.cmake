# Debian packages, by `cpack -G DEB` in the build folder: libgraphblast0, libgraphblast-dev, libgraphblast-cuda, graphblast-tools.
# Names of SuiteSparse:GraphBLAS are not in them: in /usr is the system's own.

set(CPACK_PACKAGE_NAME graphblast)
set(CPACK_PACKAGE_VENDOR "GraphBLAST")
# Who publishes packages is their maintainer: cpack -D CPACK_PACKAGE_CONTACT="NAME <ADDRESS>".
set(CPACK_PACKAGE_CONTACT "The GraphBLAST authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(same_version "(= ${PROJECT_VERSION})")

set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "The library, for programs that were linked to it.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libgraphblast${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
# Opened by name, so that dpkg-shlibdeps does not see it: any of the three builds of OpenBLAS has libopenblas.so.0.
if(NOT GRAPHBLAST_BLAS STREQUAL "OFF" AND GRAPHBLAST_OPENBLAS_FOUND)
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS
        "libopenblas0-pthread | libopenblas0-openmp | libopenblas0-serial")
endif()

set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers, package descriptions for CMake and pkg-config, and the guide.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libgraphblast-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} ${same_version}")

if(TARGET graphblast_tool)
    list(APPEND CPACK_COMPONENTS_ALL tools)
    set(CPACK_COMPONENT_TOOLS_DESCRIPTION "The command graphblast: algorithms on graph files, and benchmarks.")
    set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME graphblast-tools)
    set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION science)
    # In the same build: dpkg-shlibdeps knows no installed package of it.
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib")
    set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} ${same_version}")
endif()
if(TARGET graphblast_cuda)
    list(APPEND CPACK_COMPONENTS_ALL cuda)
    set(CPACK_COMPONENT_CUDA_DESCRIPTION "The library's part for NVIDIA GPUs, which it opens where a driver is.")
    set(CPACK_DEBIAN_CUDA_PACKAGE_NAME libgraphblast-cuda)
    set(CPACK_DEBIAN_CUDA_PACKAGE_SECTION libs)
    set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME} ${same_version}")
endif()

include(CPack)
