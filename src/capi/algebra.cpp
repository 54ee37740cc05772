// User-defined types and operators of the C API.
#include "capi/algebra.hpp"

using namespace grb;

std::unique_ptr<Type> grb::make_type(std::size_t size, const char *name, HeaderArena arena) {
    if (size == 0) throw Error(GrB_INVALID_VALUE, "sizeof_ctype is 0");
    return make_object<Type>({arena.checked()}, TypeCode::user, size, name, false);
}

std::unique_ptr<UnaryOp> grb::make_unary_op(GxB_unary_function function, GrB_Type ztype,
                                            GrB_Type xtype, HeaderArena arena) {
    required_pointer(function, "function");
    required(ztype, "ztype");
    required(xtype, "xtype");
    return new_in(
        arena,
        UnaryOp{
            {}, {Magic::unary_op}, UnaryCode::user, ztype, xtype, user_unary_batch, function, ""});
}

std::unique_ptr<BinaryOp> grb::make_binary_op(GxB_binary_function function, GrB_Type ztype,
                                              GrB_Type xtype, GrB_Type ytype, HeaderArena arena) {
    required_pointer(function, "function");
    required(ztype, "ztype");
    required(xtype, "xtype");
    required(ytype, "ytype");
    const bool is_closed = xtype == ztype && ytype == ztype;
    return new_in(arena, BinaryOp{{},
                                  {Magic::binary_op},
                                  BinaryCode::user,
                                  ztype,
                                  xtype,
                                  ytype,
                                  user_binary_batch,
                                  is_closed ? user_reduce_batch : nullptr,
                                  is_closed ? user_scatter_batch : nullptr,
                                  function,
                                  "",
                                  {}});
}

std::unique_ptr<IndexUnaryOp> grb::make_index_unary_op(GxB_index_unary_function function,
                                                       GrB_Type ztype, GrB_Type xtype,
                                                       GrB_Type ytype, HeaderArena arena) {
    required_pointer(function, "function");
    required(ztype, "ztype");
    required(xtype, "xtype");
    required(ytype, "ytype");
    return new_in(arena, IndexUnaryOp{{},
                                      {Magic::index_unary_op},
                                      IndexUnaryCode::user,
                                      ztype,
                                      xtype,
                                      ytype,
                                      user_index_unary_batch,
                                      function,
                                      ""});
}

GrB_Info GrB_Type_new(GrB_Type *type, size_t sizeof_ctype) {
    return guard(__func__, nullptr, [&] {
        required_pointer(type, "type");
        *type = make_type(sizeof_ctype, "", HeaderArena::usual()).release();
    });
}

GrB_Info GrB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type ztype,
                         GrB_Type xtype) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        *op = make_unary_op(function, ztype, xtype, HeaderArena::usual()).release();
    });
}

GrB_Info GrB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type ztype,
                          GrB_Type xtype, GrB_Type ytype) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        *op = make_binary_op(function, ztype, xtype, ytype, HeaderArena::usual()).release();
    });
}

GrB_Info GrB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function,
                              GrB_Type ztype, GrB_Type xtype, GrB_Type ytype) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        *op = make_index_unary_op(function, ztype, xtype, ytype, HeaderArena::usual()).release();
    });
}
