// Describes problems as key=value text, for the log.
#include "problems/commit.hpp"
#include "problems/elementwise.hpp"
#include "problems/log_line.hpp"
#include "problems/products.hpp"
#include "problems/submatrix.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Adds entries, format and type.
void add_storage(Line &line, const Snapshot &operand) {
    line.add(":%s%" PRIu64 ":%s:%s%s", operand.knows_nvals() ? "" : "<=", operand.most_nvals(),
             name_of_format(operand.format()), short_name(operand.type()->code),
             operand.is_iso() ? ":iso" : "");
}

void add_vector(Line &line, const char *name, const Ref<Snapshot> &operand) {
    line.add(" %s=%" PRIu64, name, operand->ncols());
    add_storage(line, *operand);
}

void add_mask(Line &line, const MaskInput &mask) {
    static constexpr const char *names[] = {"none", "value", "structure"};
    line.add(" mask=%s%s", mask.is_complemented && !mask.is_none() ? "comp_" : "",
             names[static_cast<int>(mask.kind)]);
    if (mask.snapshot) add_operand(line, "M", mask.snapshot);
}

void add_semiring(Line &line, const Semiring &semiring) {
    line.add(" semiring=%s_%s_%s", short_name(semiring.add->op->code),
             short_name(semiring.multiply->code), short_name(semiring.multiply->xtype->code));
}

} // namespace

const char *name_of_format(Format format) noexcept {
    static constexpr const char *names[] = {"auto",   "sparse", "hypersparse",
                                            "bitmap", "full",   "balanced"};
    return names[static_cast<int>(format)];
}

void add_operand(Line &line, const char *name, const Ref<Snapshot> &operand) {
    if (!operand) return;
    line.add(" %s=%" PRIu64 "x%" PRIu64, name, operand->nrows(), operand->ncols());
    add_storage(line, *operand);
}

void add_op(Line &line, const BinaryOp &op) {
    line.add(" op_name=%s_%s", short_name(op.code), short_name(op.xtype->code));
}

void MxvProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    add_semiring(line, *semiring);
    add_mask(line, mask);
    line.add(" tran=%d flip=%d", is_transposed, is_flipped);
    add_operand(line, "A", A);
    add_vector(line, "u", u);
}

void MxmProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    add_semiring(line, *semiring);
    add_mask(line, mask);
    line.add(" tran=%d tran1=%d", is_A_transposed, is_B_transposed);
    add_operand(line, "A", A);
    add_operand(line, "B", B);
}

void EwiseProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    add_op(line, *op);
    add_mask(line, mask);
    line.add(" tran=%d tran1=%d", is_A_transposed, is_B_transposed);
    add_operand(line, "A", A);
    add_operand(line, "B", B);
}

void ApplyProblem::describe(char *text, std::size_t size) const {
    static constexpr const char *kinds[] = {"unary", "bind_first", "bind_second", "index"};
    Line line(text, size);
    line.add(" kind=%s", kinds[static_cast<int>(kind)]);
    if (binary != nullptr) add_op(line, *binary);
    if (unary != nullptr) line.add(" op_name=%s", unary->name);
    if (index != nullptr) line.add(" op_name=%s", index->name);
    add_mask(line, mask);
    line.add(" tran=%d", is_transposed);
    add_operand(line, "A", A);
}

void SelectProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    line.add(" op_name=%s", index->name);
    add_mask(line, mask);
    line.add(" tran=%d", is_transposed);
    add_operand(line, "A", A);
}

void ReduceProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    add_op(line, *monoid->op);
    add_mask(line, mask);
    line.add(" tran=%d to=%s", is_transposed, to_scalar ? "scalar" : "vector");
    add_operand(line, "A", A);
}

void TransposeProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    add_mask(line, mask);
    add_operand(line, "A", A);
}

void ExtractProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    add_mask(line, mask);
    line.add(" tran=%d rows=%" PRIu64 "%s columns=%" PRIu64 "%s", is_transposed, rows.count,
             rows.is_all ? ":all" : "", columns.count, columns.is_all ? ":all" : "");
    add_operand(line, "A", A);
}

void AssignProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    add_mask(line, mask);
    line.add(" tran=%d rows=%" PRIu64 "%s columns=%" PRIu64 "%s C=%" PRIu64 "x%" PRIu64,
             is_transposed, rows.count, rows.is_all ? ":all" : "", columns.count,
             columns.is_all ? ":all" : "", nrows, ncols);
    add_operand(line, "A", A);
}

void KroneckerProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    add_op(line, *op);
    add_mask(line, mask);
    line.add(" tran=%d tran1=%d", is_A_transposed, is_B_transposed);
    add_operand(line, "A", A);
    add_operand(line, "B", B);
}

void MaxkProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    line.add(" k=%" PRIu64 " abs=%d tran=%d", k, is_by_magnitude, is_transposed);
    add_operand(line, "A", A);
}

void CommitProblem::describe(char *text, std::size_t size) const {
    Line line(text, size);
    if (accumulator != nullptr)
        line.add(" accumulator=%s_%s", short_name(accumulator->code),
                 short_name(accumulator->xtype->code));
    add_mask(line, mask);
    line.add(" applied=%d replace=%d", mask_was_applied, is_replace);
    if (!is_whole())
        line.add(" rows=%" PRIu64 " columns=%" PRIu64, region->rows.count, region->columns.count);
    if (has_major()) line.add(" vector=%s", region->major_is_column ? "column" : "row");
    line.add(" shared=%d", current && is_dense(*current) && !may_write);
    add_operand(line, "C", current);
    add_operand(line, "T", T);
}

} // namespace grb
