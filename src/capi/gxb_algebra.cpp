// SuiteSparse's constructors of types and operators with a name and C source. The source is kept
// for a device's compiler; the processor calls the function.
#include "capi/algebra.hpp"
#include "graphblast/gxb_arenas.h"
#include "operations/arguments.hpp"

using namespace grb;

namespace {

/// Stores the texts in the operator and returns the operator to the caller.
template <class Operator>
void hand_out(Operator **handle, std::unique_ptr<Operator> op, const char *name,
              const char *definition) {
    const int arena = op->header.arena;
    TextCopy own_name(name, arena), own_definition(definition, arena);
    if (char *text = own_name.take()) op->name = text;
    op->definition = own_definition.take();
    *handle = op.release();
}

GrB_Info new_type(const char *function, GrB_Type *type, std::size_t size, const char *name,
                  const char *source, HeaderArena arena) {
    return guard(function, nullptr, [&] {
        required_pointer(type, "type");
        auto made = make_type(size, name != nullptr ? name : "", arena);
        made->definition = TextCopy(source, made->header.arena).take();
        *type = made.release();
    });
}

/// `make()` returns the operator without its texts.
template <class Operator, class Make>
GrB_Info new_operator(const char *function, Operator **op, const char *name, const char *source,
                      Make &&make) {
    return guard(function, nullptr, [&] {
        required_pointer(op, "op");
        hand_out(op, make(), name, source);
    });
}

std::unique_ptr<IndexBinaryOp> make_index_binary_op(GxB_index_binary_function function,
                                                    GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                                                    GrB_Type theta_type, HeaderArena arena) {
    required_pointer(function, "function");
    required(ztype, "ztype");
    required(xtype, "xtype");
    required(ytype, "ytype");
    required(theta_type, "theta_type");
    return new_in(
        arena,
        IndexBinaryOp{{}, {Magic::index_binary_op}, ztype, xtype, ytype, theta_type, function, ""});
}

GrB_Info new_bound(const char *caller, GrB_BinaryOp *op, GxB_IndexBinaryOp index_op,
                   GrB_Scalar theta, HeaderArena arena) {
    return guard(caller, nullptr, [&] {
        required_pointer(op, "op");
        const IndexBinaryOp &source = required(index_op, "index_op");
        const Scalar &scalar = required(theta, "theta");
        if (!scalar.has_value) throw Error(GrB_EMPTY_OBJECT, "theta has no value");
        check_domain("theta", scalar.type, source.theta_type);
        Array value(source.theta_type->size);
        cast_values(value.data(), source.theta_type, scalar.value.data(), scalar.type, 1);
        const int header = arena.checked();
        TextCopy own_name(source.name, header), own_definition(source.definition, header);
        BinaryOp *const made = make_indexed(source, value.data(), header);
        if (char *text = own_name.take()) made->name = text;
        made->definition = own_definition.take();
        *op = made;
    });
}

} // namespace

GrB_Info GxB_Type_new(GrB_Type *type, size_t sizeof_type, const char *type_name,
                      const char *type_defn) {
    return new_type(__func__, type, sizeof_type, type_name, type_defn, HeaderArena::usual());
}
GrB_Info GxB_Type_new_arena(GrB_Type *type, size_t sizeof_type, const char *type_name,
                            const char *type_defn, const int header_arena) {
    return new_type(__func__, type, sizeof_type, type_name, type_defn,
                    HeaderArena::given(header_arena));
}

GrB_Info GxB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type ztype,
                         GrB_Type xtype, const char *unop_name, const char *unop_defn) {
    return new_operator(__func__, op, unop_name, unop_defn, [&] {
        return make_unary_op(function, ztype, xtype, HeaderArena::usual());
    });
}
GrB_Info GxB_UnaryOp_new_arena(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type ztype,
                               GrB_Type xtype, const char *unop_name, const char *unop_defn,
                               const int header_arena) {
    return new_operator(__func__, op, unop_name, unop_defn, [&] {
        return make_unary_op(function, ztype, xtype, HeaderArena::given(header_arena));
    });
}

GrB_Info GxB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type ztype,
                          GrB_Type xtype, GrB_Type ytype, const char *binop_name,
                          const char *binop_defn) {
    return new_operator(__func__, op, binop_name, binop_defn, [&] {
        return make_binary_op(function, ztype, xtype, ytype, HeaderArena::usual());
    });
}
GrB_Info GxB_BinaryOp_new_arena(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type ztype,
                                GrB_Type xtype, GrB_Type ytype, const char *binop_name,
                                const char *binop_defn, const int header_arena) {
    return new_operator(__func__, op, binop_name, binop_defn, [&] {
        return make_binary_op(function, ztype, xtype, ytype, HeaderArena::given(header_arena));
    });
}

GrB_Info GxB_IndexBinaryOp_new(GxB_IndexBinaryOp *op, GxB_index_binary_function function,
                               GrB_Type ztype, GrB_Type xtype, GrB_Type ytype, GrB_Type theta_type,
                               const char *name, const char *source) {
    return new_operator(__func__, op, name, source, [&] {
        return make_index_binary_op(function, ztype, xtype, ytype, theta_type,
                                    HeaderArena::usual());
    });
}
GrB_Info GxB_IndexBinaryOp_new_arena(GxB_IndexBinaryOp *op, GxB_index_binary_function function,
                                     GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                                     GrB_Type theta_type, const char *name, const char *source,
                                     const int header_arena) {
    return new_operator(__func__, op, name, source, [&] {
        return make_index_binary_op(function, ztype, xtype, ytype, theta_type,
                                    HeaderArena::given(header_arena));
    });
}

GrB_Info GxB_BinaryOp_new_IndexOp(GrB_BinaryOp *op, GxB_IndexBinaryOp index_op, GrB_Scalar theta) {
    return new_bound(__func__, op, index_op, theta, HeaderArena::usual());
}
GrB_Info GxB_BinaryOp_new_IndexOp_arena(GrB_BinaryOp *op, GxB_IndexBinaryOp index_op,
                                        GrB_Scalar theta, const int header_arena) {
    return new_bound(__func__, op, index_op, theta, HeaderArena::given(header_arena));
}

GrB_Info GxB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function,
                              GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                              const char *idxop_name, const char *idxop_defn) {
    return new_operator(__func__, op, idxop_name, idxop_defn, [&] {
        return make_index_unary_op(function, ztype, xtype, ytype, HeaderArena::usual());
    });
}
GrB_Info GxB_IndexUnaryOp_new_arena(GrB_IndexUnaryOp *op, GxB_index_unary_function function,
                                    GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                                    const char *idxop_name, const char *idxop_defn,
                                    const int header_arena) {
    return new_operator(__func__, op, idxop_name, idxop_defn, [&] {
        return make_index_unary_op(function, ztype, xtype, ytype, HeaderArena::given(header_arena));
    });
}
