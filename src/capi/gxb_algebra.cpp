// SuiteSparse's forms of making types and operators, with a name and C source. The source is kept for
// a device's compiler; the processor calls the function.
#include "capi/algebra.hpp"
#include "operations/arguments.hpp"

using namespace grb;

namespace {

/// A copy of a text; null of NULL and of "".
class TextCopy {
public:
    explicit TextCopy(const char *text) {
        if (text == nullptr || text[0] == 0) return;
        const std::size_t bytes = std::strlen(text) + 1;
        text_ = static_cast<char *>(allocate(bytes));
        std::memcpy(text_, text, bytes);
    }
    ~TextCopy() { release(text_); }
    TextCopy(const TextCopy &) = delete;
    TextCopy &operator=(const TextCopy &) = delete;
    char *take() noexcept { return std::exchange(text_, nullptr); }

private:
    char *text_ = nullptr;
};

/// Stores the texts in the operator and returns the operator to the caller.
template <class Operator>
void hand_out(Operator **handle, std::unique_ptr<Operator> op, const char *name,
              const char *definition) {
    TextCopy own_name(name), own_definition(definition);
    if (char *text = own_name.take()) op->name = text;
    op->definition = own_definition.take();
    *handle = op.release();
}

} // namespace

GrB_Info GxB_Type_new(GrB_Type *type, size_t sizeof_type, const char *type_name,
                      const char *type_defn) {
    return guard(__func__, nullptr, [&] {
        required_pointer(type, "type");
        auto made = make_type(sizeof_type, type_name != nullptr ? type_name : "");
        made->definition = TextCopy(type_defn).take();
        *type = made.release();
    });
}

GrB_Info GxB_UnaryOp_new(GrB_UnaryOp *op, GxB_unary_function function, GrB_Type ztype,
                         GrB_Type xtype, const char *unop_name, const char *unop_defn) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        hand_out(op, make_unary_op(function, ztype, xtype), unop_name, unop_defn);
    });
}

GrB_Info GxB_BinaryOp_new(GrB_BinaryOp *op, GxB_binary_function function, GrB_Type ztype,
                          GrB_Type xtype, GrB_Type ytype, const char *binop_name,
                          const char *binop_defn) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        hand_out(op, make_binary_op(function, ztype, xtype, ytype), binop_name, binop_defn);
    });
}

GrB_Info GxB_IndexBinaryOp_new(GxB_IndexBinaryOp *op, GxB_index_binary_function function,
                               GrB_Type ztype, GrB_Type xtype, GrB_Type ytype, GrB_Type theta_type,
                               const char *name, const char *source) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        required_pointer(function, "function");
        required(ztype, "ztype");
        required(xtype, "xtype");
        required(ytype, "ytype");
        required(theta_type, "theta_type");
        hand_out(op,
                 std::unique_ptr<IndexBinaryOp>(new IndexBinaryOp{
                     {}, {Magic::index_binary_op}, ztype, xtype, ytype, theta_type, function, ""}),
                 name, source);
    });
}

GrB_Info GxB_BinaryOp_new_IndexOp(GrB_BinaryOp *op, GxB_IndexBinaryOp index_op, GrB_Scalar theta) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        const IndexBinaryOp &source = required(index_op, "index_op");
        const Scalar &scalar = required(theta, "theta");
        if (!scalar.has_value) throw Error(GrB_EMPTY_OBJECT, "theta has no value");
        check_domain("theta", scalar.type, source.theta_type);
        Array value(source.theta_type->size);
        cast_values(value.data(), source.theta_type, scalar.value.data(), scalar.type, 1);
        TextCopy own_name(source.name), own_definition(source.definition);
        BinaryOp *const made = make_indexed(source, value.data());
        if (char *text = own_name.take()) made->name = text;
        made->definition = own_definition.take();
        *op = made;
    });
}

GrB_Info GxB_IndexUnaryOp_new(GrB_IndexUnaryOp *op, GxB_index_unary_function function,
                              GrB_Type ztype, GrB_Type xtype, GrB_Type ytype,
                              const char *idxop_name, const char *idxop_defn) {
    return guard(__func__, nullptr, [&] {
        required_pointer(op, "op");
        hand_out(op, make_index_unary_op(function, ztype, xtype, ytype), idxop_name, idxop_defn);
    });
}
