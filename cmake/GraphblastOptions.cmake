# Build type, language level, compiler launcher and the flags that every target shares.

get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT is_multi_config AND NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS C CXX)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    foreach(language C CXX CUDA)
        if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
            # Precompiled headers are cached only with this sloppiness. They name their checkout, so no base folder:
            # with one, a second checkout would get the first one's and find each header twice.
            set(CMAKE_${language}_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
                CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_BASEDIR= "${CCACHE_PROGRAM}")
        endif()
    endforeach()
endif()

# Flags for every target of this project; an interface target, so that a project that adds this one
# as a subdirectory keeps its own.
add_library(graphblast_flags INTERFACE)
target_compile_options(graphblast_flags INTERFACE -Wall -Wextra
    # Lets ccache see what a precompiled header holds.
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>
    # Clang asks for braces around the base of an aggregate, which every variant has.
    $<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-Wno-missing-braces>
    # g++-12 sees an overlap in "text" + std::string, where there is none (GCC bug 105651).
    $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    # g++-13 takes any reference that f("name") returns for a part of the temporary string.
    $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-dangling-reference>)
if(GRAPHBLAST_WERROR)
    target_compile_options(graphblast_flags INTERFACE -Werror)
endif()
if(GRAPHBLAST_SANITIZE)
    target_compile_options(graphblast_flags INTERFACE
        -fsanitize=${GRAPHBLAST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
        # A C program may pass any number for an enumeration; in C++, as our tests are, this check objects.
        $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=enum>
        # The code of tests is not what is examined, and takes half as long to compile.
        $<$<BOOL:$<TARGET_PROPERTY:GRAPHBLAST_IS_TEST>>:-fno-sanitize=undefined>
        # Instrumented code hides initialisations from g++, which then warns for nothing.
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    target_link_options(graphblast_flags INTERFACE -fsanitize=${GRAPHBLAST_SANITIZE}
        # A C program that links to the library needs the C++ half of clang's runtime too.
        $<$<LINK_LANG_AND_ID:C,Clang>:-fsanitize-link-c++-runtime>)
    target_link_libraries(graphblast_flags INTERFACE $<$<LINK_LANG_AND_ID:C,Clang>:stdc++>)
endif()
option(GRAPHBLAST_FUZZ "Instrument for libFuzzer; the targets of tests/fuzz then fuzz (clang)" OFF)
if(GRAPHBLAST_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang" OR NOT GRAPHBLAST_SANITIZE MATCHES "address")
        message(FATAL_ERROR "GRAPHBLAST_FUZZ needs clang and GRAPHBLAST_SANITIZE with address")
    endif()
    target_compile_options(graphblast_flags INTERFACE
        $<$<NOT:$<BOOL:$<TARGET_PROPERTY:GRAPHBLAST_IS_TEST>>>:-fsanitize=fuzzer-no-link>)
endif()
if(GRAPHBLAST_COVERAGE)
    target_compile_options(graphblast_flags INTERFACE --coverage -fprofile-update=atomic)
    target_link_options(graphblast_flags INTERFACE --coverage)
endif()
