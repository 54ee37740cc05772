! The example in Fortran, through iso_c_binding. Predefined handles are C variables; a Fortran
! bind(C) variable would define them anew, so the program asks the loader where they are.
module graphblas
    use iso_c_binding
    implicit none
    integer(c_int), parameter :: grb_nonblocking = 0
    interface
        function dlsym(library, name) bind(C, name="dlsym")
            import :: c_ptr, c_char
            type(c_ptr), value :: library
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr) :: dlsym
        end function
        integer(c_int) function grb_init(mode) bind(C, name="GrB_init")
            import :: c_int
            integer(c_int), value :: mode
        end function
        integer(c_int) function grb_finalize() bind(C, name="GrB_finalize")
            import :: c_int
        end function
        integer(c_int) function matrix_new(a, type, nrows, ncols) bind(C, name="GrB_Matrix_new")
            import :: c_int, c_ptr, c_int64_t
            type(c_ptr), intent(out) :: a
            type(c_ptr), value :: type
            integer(c_int64_t), value :: nrows, ncols
        end function
        integer(c_int) function matrix_build(a, rows, columns, values, n, dup) &
                bind(C, name="GrB_Matrix_build_BOOL")
            import :: c_int, c_ptr, c_int64_t, c_bool
            type(c_ptr), value :: a, dup
            integer(c_int64_t), intent(in) :: rows(*), columns(*)
            logical(c_bool), intent(in) :: values(*)
            integer(c_int64_t), value :: n
        end function
        integer(c_int) function vector_new(v, type, size) bind(C, name="GrB_Vector_new")
            import :: c_int, c_ptr, c_int64_t
            type(c_ptr), intent(out) :: v
            type(c_ptr), value :: type
            integer(c_int64_t), value :: size
        end function
        integer(c_int) function set_bool(v, x, i) bind(C, name="GrB_Vector_setElement_BOOL")
            import :: c_int, c_ptr, c_int64_t, c_bool
            type(c_ptr), value :: v
            logical(c_bool), value :: x
            integer(c_int64_t), value :: i
        end function
        integer(c_int) function get_int32(x, v, i) bind(C, name="GrB_Vector_extractElement_INT32")
            import :: c_int, c_ptr, c_int64_t, c_int32_t
            integer(c_int32_t), intent(out) :: x
            type(c_ptr), value :: v
            integer(c_int64_t), value :: i
        end function
        integer(c_int) function vector_nvals(n, v) bind(C, name="GrB_Vector_nvals")
            import :: c_int, c_ptr, c_int64_t
            integer(c_int64_t), intent(out) :: n
            type(c_ptr), value :: v
        end function
        integer(c_int) function assign_int32(w, mask, accum, x, indices, n, desc) &
                bind(C, name="GrB_Vector_assign_INT32")
            import :: c_int, c_ptr, c_int64_t, c_int32_t
            type(c_ptr), value :: w, mask, accum, indices, desc
            integer(c_int32_t), value :: x
            integer(c_int64_t), value :: n
        end function
        integer(c_int) function vxm(w, mask, accum, semiring, u, a, desc) bind(C, name="GrB_vxm")
            import :: c_int, c_ptr
            type(c_ptr), value :: w, mask, accum, semiring, u, a, desc
        end function
    end interface
contains
    function handle(name)
        character(*), intent(in) :: name
        type(c_ptr) :: handle
        type(c_ptr), pointer :: variable
        call c_f_pointer(dlsym(c_null_ptr, name // c_null_char), variable)
        handle = variable
    end function

    subroutine check(info)
        integer(c_int), intent(in) :: info
        if (info /= 0) error stop 1
    end subroutine
end module

program levels
    use graphblas
    implicit none
    integer(c_int64_t), parameter :: n = 7, edges = 12
    integer(c_int64_t) :: from(edges) = [0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 6, 6]
    integer(c_int64_t) :: to(edges) = [1, 3, 4, 6, 5, 0, 2, 5, 2, 2, 3, 4]
    logical(c_bool) :: edge(edges) = .true._c_bool
    type(c_ptr) :: graph, level, frontier
    integer(c_int64_t) :: reached, v
    integer(c_int32_t) :: depth

    call check(grb_init(grb_nonblocking))
    call check(matrix_new(graph, handle("GrB_BOOL"), n, n))
    call check(matrix_build(graph, from, to, edge, edges, handle("GrB_LOR")))
    call check(vector_new(level, handle("GrB_INT32"), n))
    call check(vector_new(frontier, handle("GrB_BOOL"), n))
    call check(set_bool(frontier, .true._c_bool, 0_c_int64_t))
    reached = 1
    depth = 0
    do while (reached > 0)
        call check(assign_int32(level, frontier, c_null_ptr, depth, handle("GrB_ALL"), n, &
            handle("GrB_DESC_S")))
        call check(vxm(frontier, level, c_null_ptr, handle("GrB_LOR_LAND_SEMIRING_BOOL"), &
            frontier, graph, handle("GrB_DESC_RSC")))
        call check(vector_nvals(reached, frontier))
        depth = depth + 1
    end do
    do v = 0, n - 1
        call check(get_int32(depth, level, v))
        print '(a, i0, a, i0)', 'vertex ', v, ': level ', depth
    end do
    call check(grb_finalize())
end program
