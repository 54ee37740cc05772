// Implements the checks of arguments and makes outputs and masks from handles.
#include "operations/arguments.hpp"

#include "deferred/queue.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Throws for a wrong size; the text gives one size for vectors.
void throw_size(const char *name, const Container &object, std::uint64_t nrows,
                std::uint64_t ncols) {
    if (object.is_vector()) {
        throw Error(GrB_DIMENSION_MISMATCH, "%s has size %" PRIu64 ", the result has size %" PRIu64,
                    name, object.ncols(), ncols);
    }
    throw Error(GrB_DIMENSION_MISMATCH,
                "%s is %" PRIu64 " x %" PRIu64 ", the result is %" PRIu64 " x %" PRIu64, name,
                object.nrows(), object.ncols(), nrows, ncols);
}

MaskInput stateless_mask(const Container *mask, const Descriptor *descriptor) noexcept {
    MaskInput input;
    input.is_complemented = descriptor != nullptr && descriptor->mask_complement;
    if (mask == nullptr) return input;
    input.kind =
        descriptor != nullptr && descriptor->mask_structure ? MaskKind::structure : MaskKind::value;
    return input;
}

} // namespace

MaskInput mask_input(const Container *mask, const Descriptor *descriptor) {
    Output output;
    output.mask = stateless_mask(mask, descriptor);
    output.mask_object = mask;
    ask_for_mask(output);
    return std::move(output.mask);
}

Output plain_output(Container &C) {
    Output output;
    output.C = &C;
    return output;
}

Output make_output(Container &C, const Container *mask, const BinaryOp *accumulator,
                   const Descriptor *descriptor) {
    Output output = recordable_output(C, mask, accumulator, descriptor);
    C.settle();
    C.let_readers_finish();
    ask_for_mask(output);
    output.may_wait = false;
    return output;
}

Output recordable_output(Container &C, const Container *mask, const BinaryOp *accumulator,
                         const Descriptor *descriptor) {
    C.check_writable();
    check_combines_values("the accumulator", accumulator);
    Output output;
    output.C = &C;
    output.mask = stateless_mask(mask, descriptor);
    output.mask_object = mask;
    if (mask == nullptr && output.mask.is_complemented) {
        // The complement of no mask allows nothing: an empty structural mask does the same.
        output.mask.snapshot =
            Snapshot::empty(builtin_type(TypeCode::boolean), C.nrows(), C.ncols());
        output.mask.kind = MaskKind::structure;
        output.mask.is_complemented = false;
    }
    output.accumulator = accumulator;
    output.is_replace = descriptor != nullptr && descriptor->replace;
    output.may_wait = true;
    if (mask != nullptr && (mask->nrows() != C.nrows() || mask->ncols() != C.ncols())) {
        if (C.is_vector()) {
            throw Error(GrB_DIMENSION_MISMATCH, "mask has size %" PRIu64 ", w has size %" PRIu64,
                        mask->ncols(), C.ncols());
        }
        throw Error(GrB_DIMENSION_MISMATCH,
                    "Mask is %" PRIu64 " x %" PRIu64 ", C is %" PRIu64 " x %" PRIu64, mask->nrows(),
                    mask->ncols(), C.nrows(), C.ncols());
    }
    if (output.mask.kind == MaskKind::value && mask->type()->code == TypeCode::user) {
        throw Error(GrB_DOMAIN_MISMATCH,
                    "the mask has a user-defined type, which has no truth value; "
                    "use GrB_STRUCTURE");
    }
    return output;
}

void check_output(const Output &output, std::uint64_t nrows, std::uint64_t ncols,
                  const Type *result_type) {
    const Container &C = *output.C;
    if (C.nrows() != nrows || C.ncols() != ncols)
        throw_size(C.is_vector() ? "w" : "C", C, nrows, ncols);
    if (output.accumulator == nullptr) {
        check_domain("the result", result_type, C.type());
        return;
    }
    check_domain("the output, as the accumulator's first operand,", C.type(),
                 output.accumulator->xtype);
    check_domain("the result, as the accumulator's second operand,", result_type,
                 output.accumulator->ytype);
    check_domain("the accumulator's result", output.accumulator->ztype, C.type());
}

void check_domain(const char *what, const Type *given, const Type *wanted) {
    if (are_compatible(given, wanted)) return;
    throw Error(GrB_DOMAIN_MISMATCH, "%s has type %s, which cannot be cast to %s", what,
                type_name(given), type_name(wanted));
}

void check_product_domains(const char *x, const Type *xtype, const char *y, const Type *ytype,
                           const BinaryOp *op) {
    check_is_operator(op);
    if (is_positional(op->code)) return;
    check_domain(x, xtype, op->xtype);
    check_domain(y, ytype, op->ytype);
}

void check_combines_values(const char *role, const BinaryOp *op) {
    if (op == nullptr) return;
    check_is_operator(op);
    if (!is_positional(op->code) && op->code != BinaryCode::indexed) return;
    throw Error(GrB_DOMAIN_MISMATCH, "%s is %s, which depends on positions", role, op->name);
}

void check_is_operator(const BinaryOp *op) {
    if (op->code == BinaryCode::ignore_dup)
        throw Error(GrB_DOMAIN_MISMATCH, "%s is for building only", op->name);
}

void check_indices_type(const char *what, const Type *type) {
    if (is_integer_code(type->code)) return;
    throw Error(GrB_DOMAIN_MISMATCH, "%s has type %s, and positions are integers", what,
                type_name(type));
}

} // namespace grb
