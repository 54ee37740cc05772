# GraphBLAST::graphblas_fortran: the module `graphblas`, compiled in the project that uses it, by that
# project's Fortran compiler. Included by GraphBLASTConfig.cmake, which sets graphblast_fortran_source.
#
# An interface target in front of an object library, so that those who link it get the .mod file and the
# library, but not the module's object. That one holds no code, and a tentative definition of each
# predefined object, which linkers other than GNU ld prefer to the library's.
if(NOT TARGET graphblast_fortran_module)
    set(graphblast_fortran_modules "${CMAKE_CURRENT_BINARY_DIR}/graphblast_fortran_modules")
    add_library(graphblast_fortran_module OBJECT EXCLUDE_FROM_ALL "${graphblast_fortran_source}")
    set_target_properties(graphblast_fortran_module PROPERTIES
        Fortran_MODULE_DIRECTORY "${graphblast_fortran_modules}")
    target_include_directories(graphblast_fortran_module INTERFACE "${graphblast_fortran_modules}")
    add_library(graphblast_fortran INTERFACE)
    target_link_libraries(graphblast_fortran INTERFACE graphblast_fortran_module GraphBLAST::GraphBLAST)
    add_library(GraphBLAST::graphblas_fortran ALIAS graphblast_fortran)
    unset(graphblast_fortran_modules)
endif()
