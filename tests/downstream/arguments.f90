! One call for each kind of argument of the module `graphblas`, its effect compared: what C sees must be
! what Fortran passed.
module user_functions
    use, intrinsic :: iso_c_binding
    implicit none
contains
    subroutine times_ten(z, x) bind(C)
        type(c_ptr), value :: z, x
        real(c_double), pointer :: result, operand
        call c_f_pointer(z, result)
        call c_f_pointer(x, operand)
        result = 10 * operand
    end subroutine
end module

program arguments
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: error_unit
    use graphblas
    use user_functions
    implicit none
    integer(GrB_Index), parameter :: five = 5
    integer(c_int) :: faults = 0

    call succeed(GrB_init(GrB_BLOCKING), 'GrB_init')
    call domains
    call strings_and_errors
    call index_lists
    call user_operator
    call bytes
    call succeed(GrB_finalize(), 'GrB_finalize')
    if (faults > 0) error stop 1
    print '(a)', 'every argument arrived'

contains

    subroutine expect(holds, what)
        logical, intent(in) :: holds
        character(*), intent(in) :: what
        if (holds) return
        faults = faults + 1
        write (error_unit, '(a, a)') 'failed: ', what
    end subroutine

    ! By itself: in one expression with what the call writes, the order would be the compiler's.
    subroutine succeed(info, what)
        integer(c_int), intent(in) :: info
        character(*), intent(in) :: what
        call expect(info == GrB_SUCCESS, what)
    end subroutine

    ! A value of each C type goes in and comes out; nothing comes out where there is no entry.
    subroutine domains
        type(GrB_Scalar) :: s
        logical(c_bool) :: truth
        integer(c_int8_t) :: i8
        integer(c_int16_t) :: i16
        integer(c_int32_t) :: i32
        integer(c_int64_t) :: i64
        real(c_float) :: f32
        real(c_double) :: f64
        integer(GrB_Index) :: nvals

        call succeed(GrB_Scalar_new(s, GrB_INT64), 'GrB_Scalar_new')
        i32 = 77
        call expect(GrB_Scalar_extractElement_INT32(i32, s) == GrB_NO_VALUE, 'an empty scalar')
        call expect(i32 == 77, 'nothing is written where there is no value')
        call succeed(GrB_Scalar_setElement_INT64(s, -2_c_int64_t**40), 'set INT64')
        call succeed(GrB_Scalar_extractElement_INT64(i64, s), 'INT64')
        call expect(i64 == -2_c_int64_t**40, 'INT64')
        call succeed(GrB_Scalar_setElement_INT8(s, -8_c_int8_t), 'set INT8')
        call succeed(GrB_Scalar_extractElement_INT8(i8, s), 'INT8')
        call expect(i8 == -8, 'INT8')
        call succeed(GrB_Scalar_setElement_UINT16(s, -1_c_int16_t), 'set UINT16')
        call succeed(GrB_Scalar_extractElement_INT32(i32, s), 'UINT16')
        call expect(i32 == 65535, 'UINT16')
        call succeed(GrB_Scalar_extractElement_UINT16(i16, s), 'UINT16 in 16 bits')
        call expect(i16 == -1, 'UINT16 in 16 bits')
        call succeed(GrB_Scalar_setElement_FP32(s, 3.0_c_float), 'set FP32')
        call succeed(GrB_Scalar_extractElement_FP32(f32, s), 'FP32')
        call expect(abs(f32 - 3) < 0.1, 'FP32')
        call succeed(GrB_Scalar_extractElement_FP64(f64, s), 'FP64')
        call expect(abs(f64 - 3) < 0.1, 'FP64')
        call succeed(GrB_Scalar_setElement_BOOL(s, .true._c_bool), 'set BOOL')
        call succeed(GrB_Scalar_extractElement_BOOL(truth, s), 'BOOL')
        call expect(logical(truth), 'BOOL')
        call succeed(GrB_Scalar_nvals(nvals, s), 'GrB_Scalar_nvals')
        call expect(nvals == 1, 'GrB_Scalar_nvals')
        call succeed(GrB_Scalar_free(s), 'GrB_Scalar_free')
        call expect(.not. c_associated(s%handle), 'a freed handle is null')
    end subroutine

    subroutine strings_and_errors
        type(GrB_Vector) :: v
        type(c_ptr) :: text
        character(kind=c_char), pointer :: letters(:)
        character(kind=c_char) :: name(6)
        integer(c_size_t) :: size
        integer(c_int32_t) :: code

        call succeed(GrB_Vector_new(v, GrB_FP64, five), 'GrB_Vector_new')
        call succeed(GrB_Vector_set_String(v, 'level' // c_null_char, GrB_NAME), 'set a name')
        call succeed(GrB_Vector_get_SIZE(v, size, GrB_NAME), 'the size of a name')
        call expect(size == 6, 'the size of a name')
        call succeed(GrB_Vector_get_String(v, name, GrB_NAME), 'get a name')
        call expect(all(name == ['l', 'e', 'v', 'e', 'l', c_null_char]), 'the name')
        call succeed(GrB_Vector_get_INT32(v, code, GrB_EL_TYPE_CODE), 'get an enumerator')
        call expect(code == GrB_FP64_CODE, 'get an enumerator')
        call expect(GrB_Vector_removeElement(v, five) == GrB_INVALID_INDEX, 'an invalid index')
        call succeed(GrB_Vector_error(text, v), 'GrB_Vector_error')
        call c_f_pointer(text, letters, [24])
        call expect(all(letters == transfer('GrB_Vector_removeElement', letters)), &
            'text of an error')
        call succeed(GrB_Global_get_INT32(GrB_GLOBAL, code, GrB_API_VER_MAJOR), 'GrB_GLOBAL')
        call expect(code == GRB_VERSION, 'GrB_GLOBAL')
        call succeed(GrB_Vector_free(v), 'GrB_Vector_free')
    end subroutine

    ! Lists and GrB_ALL in each place; arrays that are left out.
    subroutine index_lists
        type(GrB_Matrix) :: a, b
        integer(GrB_Index) :: nvals, rows(25), columns(25), one(1)
        real(c_double) :: values(25)

        call succeed(GrB_Matrix_new(a, GrB_FP64, five, five), 'GrB_Matrix_new')
        one = 3
        call succeed(GrB_Matrix_assign_FP64(a, GrB_NULL_MATRIX, GrB_NULL_BINARYOP, 1.0_c_double, &
            one, 1_GrB_Index, GrB_ALL, five, GrB_NULL_DESCRIPTOR), 'a row')
        call succeed(GrB_Matrix_assign_FP64(a, GrB_NULL_MATRIX, GrB_PLUS_FP64, 2.0_c_double, &
            GrB_ALL, five, one, 1_GrB_Index, GrB_NULL_DESCRIPTOR), 'a column')
        nvals = 25
        call succeed(GrB_Matrix_extractTuples_FP64(values=values, nvals=nvals, A=a), 'values alone')
        call expect(nvals == 9 .and. abs(sum(values(1:9)) - 15) < 0.1, 'row and column')
        call succeed(GrB_Matrix_new(b, GrB_FP64, 1_GrB_Index, five), 'GrB_Matrix_new')
        call succeed(GrB_Matrix_extract(b, GrB_NULL_MATRIX, GrB_NULL_BINARYOP, a, one, &
            1_GrB_Index, GrB_ALL, five, GrB_NULL_DESCRIPTOR), 'GrB_Matrix_extract')
        nvals = 25
        call succeed(GrB_Matrix_extractTuples_FP64(rows, columns, values, nvals, b), 'tuples')
        call expect(nvals == 5 .and. sum(rows(1:5)) == 0 .and. sum(columns(1:5)) == 10, 'positions')
        call succeed(GrB_Matrix_free(a), 'free')
        call succeed(GrB_Matrix_free(b), 'free')
    end subroutine

    subroutine user_operator
        type(GrB_UnaryOp) :: op
        type(GrB_Vector) :: v
        real(c_double) :: x

        call succeed(GxB_UnaryOp_new(op, c_funloc(times_ten), GrB_FP64, GrB_FP64, &
            unop_name='times_ten' // c_null_char), 'GxB_UnaryOp_new')
        call succeed(GrB_Vector_new(v, GrB_FP64, five), 'GrB_Vector_new')
        call succeed(GrB_Vector_setElement_FP64(v, 4.0_c_double, 2_GrB_Index), 'set')
        call succeed(GrB_Vector_apply(v, GrB_NULL_VECTOR, GrB_NULL_BINARYOP, op, v, &
            GrB_NULL_DESCRIPTOR), 'GrB_Vector_apply')
        call succeed(GrB_Vector_reduce_FP64(x, GrB_NULL_BINARYOP, GrB_PLUS_MONOID_FP64, v, &
            GrB_NULL_DESCRIPTOR), 'a function of the user')
        call expect(abs(x - 40) < 0.1, 'a function of the user')
        call succeed(GrB_Vector_free(v), 'free')
        call succeed(GrB_UnaryOp_free(op), 'free')
    end subroutine

    ! A block of bytes, through c_ptr.
    subroutine bytes
        type(GrB_Matrix) :: a, b
        integer(GrB_Index) :: size, nvals
        integer(c_int8_t), allocatable, target :: blob(:)
        integer(c_int) :: format

        call succeed(GrB_Matrix_new(a, GrB_INT32, five, five), 'GrB_Matrix_new')
        call succeed(GrB_Matrix_setElement_INT32(a, 1, 1_GrB_Index, 4_GrB_Index), 'set')
        call succeed(GrB_Matrix_serializeSize(size, a), 'GrB_Matrix_serializeSize')
        allocate (blob(size))
        call succeed(GrB_Matrix_serialize(c_loc(blob), size, a), 'GrB_Matrix_serialize')
        call succeed(GrB_Matrix_deserialize(b, GrB_NULL_TYPE, c_loc(blob), size), 'deserialize')
        call succeed(GrB_Matrix_nvals(nvals, b), 'GrB_Matrix_nvals')
        call expect(nvals == 1, 'GrB_Matrix_nvals')
        call succeed(GrB_Matrix_exportHint(format, b), 'an enumerator written')
        call expect(format <= GrB_COO_FORMAT, 'an enumerator written')
        call succeed(GrB_Matrix_free(a), 'free')
        call succeed(GrB_Matrix_free(b), 'free')
    end subroutine
end program
