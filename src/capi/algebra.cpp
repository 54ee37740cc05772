// Algebra: user-defined types and operators.
#include "capi/guard.hpp"

using namespace grb;

GrB_Info GrB_Type_new(GrB_Type *type, size_t sizeof_ctype) {
    return guard(__func__, nullptr, [&] {
        required_pointer(type, "type");
        if (sizeof_ctype == 0) throw Error(GrB_INVALID_VALUE, "sizeof_ctype is 0");
        *type = new Type(TypeCode::user, sizeof_ctype, "", false);
    });
}

GrB_Info GrB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type ztype,
                         GrB_Type xtype) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        required_pointer(function, "function");
        required(ztype, "ztype");
        required(xtype, "xtype");
        *op = new UnaryOp{{},    {Magic::unary_op}, UnaryCode::user, ztype,
                          xtype, user_unary_batch,  function,        ""};
    });
}

GrB_Info GrB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type ztype,
                          GrB_Type xtype, GrB_Type ytype) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        required_pointer(function, "function");
        required(ztype, "ztype");
        required(xtype, "xtype");
        required(ytype, "ytype");
        const bool is_closed = xtype == ztype && ytype == ztype;
        *op = new BinaryOp{{},
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
                           {}};
    });
}

GrB_Info GrB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function,
                              GrB_Type ztype, GrB_Type xtype, GrB_Type ytype) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        required_pointer(function, "function");
        required(ztype, "ztype");
        required(xtype, "xtype");
        required(ytype, "ytype");
        *op = new IndexUnaryOp{{},
                               {Magic::index_unary_op},
                               IndexUnaryCode::user,
                               ztype,
                               xtype,
                               ytype,
                               user_index_unary_batch,
                               function,
                               ""};
    });
}
