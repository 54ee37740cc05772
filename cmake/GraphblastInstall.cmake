# The installed package: header, library, graphblast.pc and GraphBLASTConfig.cmake, all relocatable.

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/GraphBLAST")

# What a program needs to run is a package of its own (cmake/GraphblastPackages.cmake); all that names no other is for compiling.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)

install(TARGETS graphblast graphblast_algorithms
    EXPORT GraphBLASTTargets
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT development
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/graphblast")
# Opened by the library from its own folder; the plugin looks for its kernels in the same.
if(TARGET graphblast_cuda)
    install(TARGETS graphblast_cuda LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT cuda)
endif()
foreach(name IN LISTS GRAPHBLAST_MPIS)
    install(TARGETS graphblast_mpi_${name} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT mpi)
endforeach()
if(TARGET graphblast_cuda_pack)
    install(FILES "${PROJECT_BINARY_DIR}/lib/libgraphblast-cuda.pack"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT cuda)
endif()
if(TARGET graphblast_tool)
    # bin/graphblast finds the library beside it, wherever the prefix ends up.
    file(RELATIVE_PATH library_from_bin
        "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
    set_target_properties(graphblast_tool PROPERTIES INSTALL_RPATH "$ORIGIN/${library_from_bin}")
    install(TARGETS graphblast_tool RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
    if(TARGET graphblast_about)
        set(about_folder "${PROJECT_BINARY_DIR}/tools/about")
        install(FILES "${about_folder}/graphblast.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT tools)
        install(FILES "${about_folder}/graphblast.bash" RENAME graphblast
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT tools)
        install(FILES "${about_folder}/_graphblast"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT tools)
        install(FILES "${about_folder}/graphblast.fish"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT tools)
    endif()
endif()
# A folder of its own: in PREFIX/include another library's GraphBLAS.h may be, and programs that look for that one there
# and in include/suitesparse must not meet ours, which has the standard alone.
set(header_dir "${CMAKE_INSTALL_INCLUDEDIR}/graphblast")
install(FILES "${PROJECT_SOURCE_DIR}/include/GraphBLAS.h" DESTINATION "${header_dir}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/graphblast" "${PROJECT_SOURCE_DIR}/include/suitesparse"
    DESTINATION "${header_dir}"
    PATTERN gxb_version.h EXCLUDE)
file(READ "${PROJECT_SOURCE_DIR}/include/graphblast/gxb_version.h" version_header)
string(REPLACE "#define GRAPHBLAST_SUITESPARSE_VERSION 10\n"
    "#define GRAPHBLAST_SUITESPARSE_VERSION ${GRAPHBLAST_SUITESPARSE_VERSION}\n"
    version_header "${version_header}")
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/suitesparse/gxb_version.h"
    CONTENT "${version_header}" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/suitesparse/gxb_version.h" DESTINATION "${header_dir}/graphblast")
install(EXPORT GraphBLASTTargets NAMESPACE GraphBLAST:: DESTINATION "${package_dir}")

get_target_property(kind graphblast TYPE)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/GraphBLASTConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/GraphBLASTConfig.cmake"
    INSTALL_DESTINATION "${package_dir}"
    PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/GraphBLASTConfigVersion.cmake"
    COMPATIBILITY SameMajorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/GraphBLASTConfig.cmake"
    "${PROJECT_BINARY_DIR}/GraphBLASTConfigVersion.cmake"
    DESTINATION "${package_dir}")

# An archive brings what it was compiled with; `pkg-config --static` is not needed then.
set(GRAPHBLAST_PC_LIBS "")
if(kind STREQUAL "STATIC_LIBRARY")
    set(GRAPHBLAST_PC_LIBS " -lzstd -llz4 -lstdc++ -lm -lpthread -ldl")
endif()
# ${pcfiledir} makes the file independent of where the prefix ends up.
file(RELATIVE_PATH pc_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/graphblast.pc.in"
    "${PROJECT_BINARY_DIR}/graphblast.pc" @ONLY)
set(GBA_PC_INCLUDE "-I\${includedir}/graphblast")
set(GBA_PC_LIBRARY "")
set(GBA_PC_REQUIRES graphblast)
if(kind STREQUAL "STATIC_LIBRARY")
    set(GBA_PC_LIBRARY "-lm -lpthread")
endif()
configure_file("${PROJECT_SOURCE_DIR}/algorithms/graphblast_algorithms.pc.in"
    "${PROJECT_BINARY_DIR}/graphblast_algorithms.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/graphblast.pc" "${PROJECT_BINARY_DIR}/graphblast_algorithms.pc"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/NOTICE"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT runtime)
install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${PROJECT_SOURCE_DIR}/SECURITY.md"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/guide" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# These names are for a shared library.
if(TARGET graphblas_10)
    include(GraphblastSuiteSparse)
endif()
include(GraphblastPackages)
