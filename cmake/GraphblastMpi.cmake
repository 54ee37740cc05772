# Which MPI plugins are built: one for each MPI whose compiler wrapper is there (mpicc.openmpi, mpicc.mpich, or mpicc of
# either). GRAPHBLAST_MPI=AUTO, ON (an error without any) or OFF.
set(GRAPHBLAST_MPI AUTO CACHE STRING "Build the MPI plugins: AUTO, ON or OFF")
set_property(CACHE GRAPHBLAST_MPI PROPERTY STRINGS AUTO ON OFF)

# Library and plugin must have been built from the same interface.
file(SHA256 "${PROJECT_SOURCE_DIR}/src/distributed/mpi_table.h" GRAPHBLAST_MPI_BUILD)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/distributed/mpi_table.h")

# The header's folders, the library and the launcher of an MPI, as its wrapper names them.
function(graphblast_find_mpi name option)
    find_program(GRAPHBLAST_${name}_CC NAMES ${ARGN})
    mark_as_advanced(GRAPHBLAST_${name}_CC)
    if(NOT GRAPHBLAST_${name}_CC)
        return()
    endif()
    # A plain mpicc may be Open MPI's, which says so, and answers MPICH's option too.
    execute_process(COMMAND "${GRAPHBLAST_${name}_CC}" --showme:version OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE is_other)
    if(name STREQUAL "mpich" AND is_other EQUAL 0)
        return()
    endif()
    execute_process(COMMAND "${GRAPHBLAST_${name}_CC}" ${option} OUTPUT_VARIABLE line ERROR_QUIET
        RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(failed)
        return()
    endif()
    separate_arguments(words UNIX_COMMAND "${line}")
    set(options)
    foreach(word IN LISTS words)
        if(word MATCHES "^-[IL]." OR word MATCHES "^-l(open-)?(mpi|mpich)$")
            list(APPEND options "${word}")
        endif()
    endforeach()
    set(GRAPHBLAST_MPI_OPTIONS_${name} "${options}" PARENT_SCOPE)
endfunction()

set(GRAPHBLAST_MPIS)
if(NOT GRAPHBLAST_MPI STREQUAL "OFF" AND NOT GRAPHBLAST_SANITIZE AND NOT GRAPHBLAST_COVERAGE)
    graphblast_find_mpi(openmpi --showme mpicc.openmpi mpicc)
    graphblast_find_mpi(mpich -show mpicc.mpich mpicc)
    foreach(name openmpi mpich)
        if(GRAPHBLAST_MPI_OPTIONS_${name})
            list(APPEND GRAPHBLAST_MPIS ${name})
        endif()
    endforeach()
endif()
if(GRAPHBLAST_MPI STREQUAL "ON" AND NOT GRAPHBLAST_MPIS)
    message(FATAL_ERROR "GRAPHBLAST_MPI=ON needs an MPI (libopenmpi-dev, libmpich-dev)")
endif()
