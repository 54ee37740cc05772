! Breadth-first search by many processes, through the module `graphblas`. All make the same calls; each computes its share.
program levels_mpi
    use, intrinsic :: iso_c_binding
    use mpi
    use graphblas
    implicit none
    interface
        integer(c_int) function GrX_init_team_fortran(mode, comm, mpi_name) &
            bind(C, name='GrX_init_team_fortran')
            import :: c_int, c_char
            integer(c_int), value :: mode
            integer(c_int), intent(in) :: comm
            character(kind=c_char), intent(in) :: mpi_name(*)
        end function
    end interface
    integer(GrB_Index), parameter :: n = 100
    type(GrB_Matrix) :: graph
    type(GrB_Vector) :: level, frontier
    integer(GrB_Index) :: from(n), to(n), reached, v
    logical(c_bool) :: edge(n)
    integer(c_int32_t) :: depth
    integer :: ierror, rank
    character(len=16) :: name

    call get_command_argument(1, name) ! "openmpi" or "mpich"
    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call check(GrX_init_team_fortran(GrB_NONBLOCKING, MPI_COMM_WORLD, trim(name)//c_null_char), 'GrX_init_team_fortran')
    do v = 1, n ! a ring
        from(v) = v - 1
        to(v) = mod(v, n)
    end do
    edge = .true.
    call check(GrB_Matrix_new(graph, GrB_BOOL, n, n), 'GrB_Matrix_new')
    call check(GrB_Matrix_build_BOOL(graph, from, to, edge, n, GrB_LOR), 'GrB_Matrix_build')
    call check(GrB_Vector_new(level, GrB_INT32, n), 'GrB_Vector_new')
    call check(GrB_Vector_new(frontier, GrB_BOOL, n), 'GrB_Vector_new')
    call check(GrB_Vector_setElement_BOOL(frontier, .true._c_bool, 0_GrB_Index), 'GrB_Vector_setElement')
    reached = 1
    depth = 0
    do while (reached > 0)
        call check(GrB_Vector_assign_INT32(level, frontier, GrB_NULL_BINARYOP, depth, GrB_ALL, n, GrB_DESC_S), 'GrB_assign')
        call check(GrB_vxm(frontier, level, GrB_NULL_BINARYOP, GrB_LOR_LAND_SEMIRING_BOOL, frontier, graph, &
            GrB_DESC_RSC), 'GrB_vxm')
        call check(GrB_Vector_nvals(reached, frontier), 'GrB_Vector_nvals')
        depth = depth + 1
    end do
    do v = 0, n - 1
        call check(GrB_Vector_extractElement_INT32(depth, level, v), 'GrB_Vector_extractElement')
        if (depth /= v) error stop 'a wrong level'
    end do
    if (rank == 0) print '(i0, a)', n, ' vertices reached'
    call check(GrB_Matrix_free(graph), 'GrB_Matrix_free')
    call check(GrB_Vector_free(level), 'GrB_Vector_free')
    call check(GrB_Vector_free(frontier), 'GrB_Vector_free')
    call check(GrB_finalize(), 'GrB_finalize')
    call MPI_Finalize(ierror)

contains

    subroutine check(info, call)
        integer(c_int), intent(in) :: info
        character(*), intent(in) :: call
        if (info == GrB_SUCCESS) return
        print '(a, a, i0)', call, ' returned ', info
        error stop 1
    end subroutine
end program
