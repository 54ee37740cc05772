# Whether the CUDA plugin is built: GRAPHBLAST_CUDA=AUTO (when nvcc is there), ON or OFF.
set(GRAPHBLAST_CUDA AUTO CACHE STRING "Build the CUDA plugin: AUTO, ON or OFF")
set_property(CACHE GRAPHBLAST_CUDA PROPERTY STRINGS AUTO ON OFF)
# 80, 90 and 120 as machine code, which others of the same major version run too; PTX of 90 for the rest.
set(GRAPHBLAST_CUDA_ARCHITECTURES "80-real;90;120-real" CACHE STRING
    "Architectures of the plugin's own kernels; one, such as 90-real, builds faster")

set(GRAPHBLAST_HAS_CUDA OFF)
if(NOT GRAPHBLAST_CUDA STREQUAL "OFF")
    include(CheckLanguage)
    if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX} AND EXISTS /usr/local/cuda/bin/nvcc)
        set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
    endif()
    check_language(CUDA)
    if(CMAKE_CUDA_COMPILER)
        # A real default would be asked of a GPU that need not be there.
        set(CMAKE_CUDA_ARCHITECTURES OFF)
        enable_language(CUDA)
        # Older CMake does not know that nvcc has C++20.
        foreach(kind STANDARD EXTENSION)
            if(NOT CMAKE_CUDA20_${kind}_COMPILE_OPTION)
                set(CMAKE_CUDA20_${kind}_COMPILE_OPTION "-std=c++20")
            endif()
        endforeach()
        if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.8)
            find_package(CUDAToolkit REQUIRED)
            set(GRAPHBLAST_HAS_CUDA ON)
        endif()
    endif()
    if(NOT GRAPHBLAST_HAS_CUDA AND GRAPHBLAST_CUDA STREQUAL "ON")
        message(FATAL_ERROR "GRAPHBLAST_CUDA=ON needs nvcc of CUDA 12.8 or newer")
    endif()
endif()

# Library and plugin must have been built from the same headers: those of the calls, the arguments in them, and
# the catalogue that both compile.
file(GLOB shared_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cuda/table.h"
    "${PROJECT_SOURCE_DIR}/src/cuda/*/*_calls.h" "${PROJECT_SOURCE_DIR}/src/algebra/*.hpp"
    "${PROJECT_SOURCE_DIR}/src/cuda/kernels/bound_arguments.h"
    "${PROJECT_SOURCE_DIR}/src/cuda/kernels/operand_arguments.h")
set(digests "")
foreach(header IN LISTS shared_headers)
    file(SHA256 "${header}" digest)
    string(APPEND digests "${digest}")
    # The digest is made anew when one of them changes.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
endforeach()
string(SHA256 GRAPHBLAST_PLUGIN_BUILD "${digests}")
