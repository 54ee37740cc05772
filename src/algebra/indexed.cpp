// Makes the private types and operators that carry positions beside values.
#include "algebra/indexed.hpp"

#include <memory>

namespace grb {

namespace {

Type carrying_type(const Type &value) {
    // Values behind the position stay as aligned as values of 8 or 16 bytes are.
    const std::size_t size = (value.size + 7) / 8 * 8;
    Type type(TypeCode::user, sizeof(EntryPosition) + size, "", true);
    type.positioned = &value;
    return type;
}

IndexUnaryOp carrying_op(const Type *ztype, const Type *xtype) {
    return IndexUnaryOp{{},    {Magic::index_unary_op, true},   IndexUnaryCode::user, ztype,
                        xtype, builtin_type(TypeCode::boolean), carry_position_batch, nullptr,
                        ""};
}

} // namespace

IndexedBinding::IndexedBinding(const IndexBinaryOp &op)
    : source(&op), left(carrying_type(*op.xtype)), right(carrying_type(*op.ytype)),
      carry_left(carrying_op(&left, op.xtype)), carry_right(carrying_op(&right, op.ytype)) {}

BinaryOp *make_indexed(const IndexBinaryOp &op, const void *theta, int arena) {
    auto binding = std::make_unique<IndexedBinding>(op);
    binding->theta = Array::copy_of(theta, op.theta_type->size);
    auto carried = std::make_unique<BinaryOp>(BinaryOp{{},
                                                       {Magic::binary_op},
                                                       BinaryCode::user,
                                                       op.ztype,
                                                       &binding->left,
                                                       &binding->right,
                                                       user_indexed_batch,
                                                       nullptr,
                                                       nullptr,
                                                       nullptr,
                                                       "",
                                                       {}});
    auto *const made = made_in(arena, new (InArena{arena}) BinaryOp{{},
                                                                    {Magic::binary_op},
                                                                    BinaryCode::indexed,
                                                                    op.ztype,
                                                                    op.xtype,
                                                                    op.ytype,
                                                                    nullptr,
                                                                    nullptr,
                                                                    nullptr,
                                                                    nullptr,
                                                                    "",
                                                                    {}});
    binding->carried = carried.release();
    made->binding = binding->carried->binding = binding.get();
    binding.release();
    return made;
}

} // namespace grb
