# An overlay port, for a checkout: vcpkg install graphblast --overlay-ports=packaging/vcpkg
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options
    FEATURES tools GRAPHBLAST_BUILD_TOOLS)
vcpkg_find_acquire_program(PKGCONFIG)

# Names of SuiteSparse:GraphBLAS are the port suitesparse-graphblas's.
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        ${feature_options}
        -DGRAPHBLAST_BUILD_TESTS=OFF
        -DGRAPHBLAST_CUDA=OFF
        -DGRAPHBLAST_FORTRAN=OFF
        -DGRAPHBLAST_BLAS=OFF
        -DGRAPHBLAST_SUITESPARSE_COMPAT=OFF
        "-DPKG_CONFIG_EXECUTABLE=${PKGCONFIG}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME GraphBLAST CONFIG_PATH lib/cmake/GraphBLAST)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES graphblast AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE" "${SOURCE_PATH}/NOTICE")
