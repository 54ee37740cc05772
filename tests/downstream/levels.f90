! The example in Fortran: breadth-first search from vertex 0 through the module `graphblas`.
program levels
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: error_unit
    use graphblas
    implicit none
    integer(GrB_Index), parameter :: n = 7, edges = 12
    integer(GrB_Index), parameter :: from(edges) = [0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 6, 6]
    integer(GrB_Index), parameter :: to(edges) = [1, 3, 4, 6, 5, 0, 2, 5, 2, 2, 3, 4]
    logical(c_bool) :: edge(edges)
    type(GrB_Matrix) :: graph
    type(GrB_Vector) :: level, frontier
    integer(GrB_Index) :: reached, v
    integer(c_int32_t) :: depth

    edge = .true.
    call check(GrB_init(GrB_NONBLOCKING), 'GrB_init')
    call check(GrB_Matrix_new(graph, GrB_BOOL, n, n), 'GrB_Matrix_new')
    call check(GrB_Matrix_build_BOOL(graph, from, to, edge, edges, GrB_LOR), 'GrB_Matrix_build')
    call check(GrB_Vector_new(level, GrB_INT32, n), 'GrB_Vector_new')
    call check(GrB_Vector_new(frontier, GrB_BOOL, n), 'GrB_Vector_new')
    call check(GrB_Vector_setElement_BOOL(frontier, .true._c_bool, 0_GrB_Index), 'GrB_Vector_setElement')
    reached = 1
    depth = 0
    do while (reached > 0)
        call check(GrB_Vector_assign_INT32(level, frontier, GrB_NULL_BINARYOP, depth, GrB_ALL, n, &
            GrB_DESC_S), 'GrB_assign')
        call check(GrB_vxm(frontier, level, GrB_NULL_BINARYOP, GrB_LOR_LAND_SEMIRING_BOOL, frontier, &
            graph, GrB_DESC_RSC), 'GrB_vxm')
        call check(GrB_Vector_nvals(reached, frontier), 'GrB_Vector_nvals')
        depth = depth + 1
    end do
    do v = 0, n - 1
        call check(GrB_Vector_extractElement_INT32(depth, level, v), 'GrB_Vector_extractElement')
        print '(a, i0, a, i0)', 'vertex ', v, ': level ', depth
    end do
    call check(GrB_Matrix_free(graph), 'GrB_Matrix_free')
    call check(GrB_Vector_free(level), 'GrB_Vector_free')
    call check(GrB_Vector_free(frontier), 'GrB_Vector_free')
    call check(GrB_finalize(), 'GrB_finalize')

contains

    subroutine check(info, call)
        integer(c_int), intent(in) :: info
        character(*), intent(in) :: call
        if (info == GrB_SUCCESS) return
        write (error_unit, '(a, a, i0)') call, ' returned ', info
        error stop 1
    end subroutine
end program
