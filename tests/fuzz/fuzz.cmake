# Targets for untrusted bytes. With GRAPHBLAST_FUZZ libFuzzer runs them, from the seeds on; else
# replay.cpp, on the seeds alone.

set(GRAPHBLAST_FUZZ_SECONDS 30 CACHE STRING "How long ctest lets each fuzz target search")
set(fuzz_folder "${CMAKE_CURRENT_SOURCE_DIR}/fuzz")

# Registers the test TEST of fuzz_<name>, with more ENVIRONMENT.
function(add_fuzz_test test name)
    set(target fuzz_${name})
    set(seeds "${fuzz_folder}/seeds/${name}")
    set(environment ${test_environment} ${ARGN})
    if(GRAPHBLAST_FUZZ)
        add_test(NAME ${test} COMMAND ${CMAKE_COMMAND}
            -D "fuzzer=$<TARGET_FILE:${target}>" -D "seeds=${seeds}"
            -D "dictionary=${fuzz_folder}/${name}.dict" -D "seconds=${GRAPHBLAST_FUZZ_SECONDS}"
            -D "work=${PROJECT_BINARY_DIR}/fuzz/${test}" -P "${fuzz_folder}/run.cmake")
        math(EXPR timeout "${GRAPHBLAST_FUZZ_SECONDS} + 300")
    else()
        add_test(NAME ${test} COMMAND ${target} "${seeds}")
        set(timeout 300)
    endif()
    set_tests_properties(${test} PROPERTIES
        LABELS fuzz TIMEOUT ${timeout} ENVIRONMENT "${environment}")
endfunction()

# fuzz_<name>: SOURCES against the shared library.
function(add_fuzz_target name)
    set(target fuzz_${name})
    add_executable(${target} ${ARGN} fuzz/session.cpp)
    target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
    target_link_libraries(${target} PRIVATE
        GraphBLAST::GraphBLAST OpenMP::OpenMP_CXX Threads::Threads graphblast_flags)
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    if(GRAPHBLAST_FUZZ)
        target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    else()
        target_sources(${target} PRIVATE fuzz/replay.cpp)
    endif()
    add_fuzz_test(${target} ${name})
endfunction()

add_fuzz_target(deserialize fuzz/deserialize.cpp fuzz/blob.cpp fuzz/walk.cpp fuzz/types.cpp)
target_include_directories(fuzz_deserialize PRIVATE "${PROJECT_SOURCE_DIR}/src")

add_fuzz_target(import fuzz/import.cpp fuzz/walk.cpp fuzz/types.cpp)
add_fuzz_target(container fuzz/container.cpp fuzz/walk.cpp fuzz/types.cpp)

# The readers are part of the tool.
set(fuzz_formats edges csv tsv el wel metis gr sg wsg npz adjlist)
if(TARGET graphblast_arrow)
    list(APPEND fuzz_formats parquet)
endif()
foreach(name matrix_market graph_file graph_cache)
    add_fuzz_target(${name} fuzz/${name}.cpp fuzz/edges.cpp)
    target_link_libraries(fuzz_${name} PRIVATE graphblast_io)
    set_tests_properties(fuzz_${name} PROPERTIES LABELS "fuzz;readers")
endforeach()
# A search that may choose the format spends its time on a few.
if(GRAPHBLAST_FUZZ)
    foreach(format ${fuzz_formats})
        add_fuzz_test(fuzz_${format} graph_file "GRAPHBLAST_FUZZ_FORMAT=${format}")
        set_tests_properties(fuzz_${format} PROPERTIES LABELS "fuzz;readers")
    endforeach()
endif()

# Not run by any test: writes seeds/deserialize, seeds/import and seeds/container anew.
add_executable(fuzz_seeds EXCLUDE_FROM_ALL
    fuzz/make_seeds.cpp fuzz/blob.cpp fuzz/session.cpp)
target_include_directories(fuzz_seeds PRIVATE
    "${CMAKE_CURRENT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(fuzz_seeds PRIVATE
    GraphBLAST::GraphBLAST OpenMP::OpenMP_CXX Threads::Threads graphblast_flags)
set_target_properties(fuzz_seeds PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
