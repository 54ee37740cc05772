// Products, Kronecker products and sums of entries.
#include "peer/session.h"

namespace grb::peer {
namespace {

/// Decides how a sum with this operator may differ. Sets needs_calm when only sums of small
/// integers come out the same in any order. Returns false when the sum is not compared.
bool judge_sum(const Operator &op, bool &needs_calm, Allowed &allowed) {
    if (op.has("_ANY_") && !op.has("PAIR") && !op.has("ONEB") && !op.has("FIRSTI") &&
        !op.has("SECONDJ"))
        return false;
    if (!is_float(op.z) || op.has("GxB_ANY_")) return true;
    if (op.has("B_MIN_") || op.has("B_MAX_")) {
        allowed.leniency = Leniency::zero_sign;
        return Session::leniency_of(op) == Leniency::zero_sign;
    }
    needs_calm = true;
    for (const char *inexact :
         {"DIV", "POW", "ATAN2", "HYPOT", "FMOD", "REMAINDER", "LDEXP", "COPYSIGN"})
        if (op.has(inexact)) return false;
    if (op.has("B_TIMES_")) {
        allowed.leniency = Leniency::product_order;
        return !is_complex(op.z);
    }
    return op.has("B_PLUS_");
}

/// Makes the peer store an object without a list of its non-empty rows or columns from now on.
/// Returns false when the object is read-only.
bool forbid_hyper(Session &session, const Object &object) {
    const Library &l = session.side(theirs);
    const int sparsity = GxB_SPARSE | GxB_BITMAP | GxB_FULL;
    return (object.kind == Kind::matrix
                ? l.GrB_Matrix_set_INT32(object.matrix(theirs), sparsity, GxB_SPARSITY_CONTROL)
                : l.GrB_Vector_set_INT32(object.vector(theirs), sparsity, GxB_SPARSITY_CONTROL)) ==
           GrB_SUCCESS;
}

void multiply(Session &session) {
    Rng &rng = session.rng;
    const Operator &op = rng.pick(session.catalogue().semirings);
    bool needs_calm = false;
    Allowed allowed;
    if (!judge_sum(op, needs_calm, allowed)) throw Skipped();
    const bool is_pair = op.x == type_pair;
    const int shape = static_cast<int>(rng.below(4)); // 0: mxv, 1: vxm, else mxm
    session.say() << op.name << " " << (shape == 0 ? "mxv " : shape == 1 ? "vxm " : "mxm ");
    const Description desc = session.description(shape != 1, shape != 0);
    const Index m = shape == 1 ? 1 : session.size(), k = session.size();
    const Index n = shape == 0 ? 1 : session.size();
    const auto matrix = [&](Index rows, Index columns, bool is_transposed) -> Object & {
        return session.operand(Kind::matrix, is_transposed ? columns : rows,
                               is_transposed ? rows : columns, is_pair, needs_calm);
    };
    Object &A = shape == 1 ? session.operand(Kind::vector, k, 1, is_pair, needs_calm)
                           : matrix(m, k, desc.transposes_first);
    Object &B = shape == 0 ? session.operand(Kind::vector, k, 1, is_pair, needs_calm)
                           : matrix(k, n, desc.transposes_second);
    // The peer counts stored rows in place of positions in what it stores hypersparse.
    const bool is_long = session.is_long(m, 1) || session.is_long(k, 1) || session.is_long(n, 1);
    if (op.is_positional && (is_long || (shape <= 1 && !op.is_told_positions))) throw Skipped();
    if (op.is_told_positions && session.libraries.has_peer)
        for (const Object *operand : {&A, &B})
            if (!forbid_hyper(session, *operand)) throw Skipped();
    if (is_pair && (m == 0 || k == 0 || n == 0)) throw Skipped(); // a domain error there
    const Kind kind = shape <= 1 ? Kind::vector : Kind::matrix;
    const Index rows = shape == 1 ? n : m, columns = shape <= 1 ? 1 : n;
    const bool fixes_type = allowed.leniency != Leniency::none; // a cast makes a difference larger
    Object &C = session.operand(kind, rows, columns, is_pair, false, fixes_type ? op.z : no_type);
    Mask mask = session.mask(kind, rows, columns, desc, C);
    const Operator *accum = session.accumulator(C, allowed);
    // In place the peer takes values of the output for those of an operand. Without inner positions
    // it makes entries.
    if (session.libraries.has_peer && (k == 0 || (is_long && (&C == &A || &C == &B)))) {
        session.release(mask);
        throw Skipped();
    }
    session.say() << session.name(C) << " = " << session.name(A) << " * " << session.name(B);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_Semiring semiring = op.on<GrB_Semiring>(s);
        const GrB_BinaryOp plus = session.accum(accum, s);
        if (shape == 0)
            return l.GrB_mxv(C.vector(s), mask.vector(s), plus, semiring, A.matrix(s), B.vector(s),
                             desc.on(s));
        if (shape == 1)
            return l.GrB_vxm(C.vector(s), mask.vector(s), plus, semiring, A.vector(s), B.matrix(s),
                             desc.on(s));
        return l.GrB_mxm(C.matrix(s), mask.matrix(s), plus, semiring, A.matrix(s), B.matrix(s),
                         desc.on(s));
    });
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

void kronecker(Session &session) {
    const Operator &op = session.rng.pick(session.catalogue().binary);
    Allowed allowed{Session::leniency_of(op), {}};
    if (op.has("LDEXP") || op.has("_ANY") || op.z == no_type) throw Skipped();
    if (op.is_positional && !op.is_told_positions) throw Skipped();
    const Index m = session.size(), n = session.size(), p = session.size(), q = session.size();
    if (m > 64 || n > 64 || p > 64 || q > 64 || m * n * p * q > 40000) throw Skipped();
    session.say() << op.name << " ";
    const Description desc = session.description(true, true);
    const bool is_pair = op.x == type_pair;
    Object &A = session.operand(Kind::matrix, desc.transposes_first ? n : m,
                                desc.transposes_first ? m : n, is_pair);
    Object &B = session.operand(Kind::matrix, desc.transposes_second ? q : p,
                                desc.transposes_second ? p : q, is_pair);
    const int fixed = allowed.leniency == Leniency::library_function ? op.z : no_type;
    Object &C = session.operand(Kind::matrix, m * p, n * q, op.z == type_pair, false, fixed);
    Mask mask = session.mask(Kind::matrix, m * p, n * q, desc, C);
    const Operator *accum = session.accumulator(C, allowed);
    session.say() << session.name(C) << " = " << session.name(A) << " x " << session.name(B);
    const Codes codes = session.both([&](int s) {
        return session.side(s).GrB_Matrix_kronecker_BinaryOp(
            C.matrix(s), mask.matrix(s), session.accum(accum, s), op.on<GrB_BinaryOp>(s),
            A.matrix(s), B.matrix(s), desc.on(s));
    });
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

bool judge_monoid(const Operator &op, bool &needs_calm, Allowed &allowed) {
    if (op.has("_ANY")) return false;
    if (!is_float(op.z)) return true;
    if (op.has("MIN") || op.has("MAX")) {
        allowed.leniency = Leniency::zero_sign;
        return true;
    }
    needs_calm = true;
    if (op.has("TIMES")) allowed.leniency = Leniency::product_order;
    return !(op.has("TIMES") && is_complex(op.z));
}

bool is_hypersparse_there(const Session &session, const Object &object) {
    if (!session.libraries.has_peer) return false;
    std::int32_t status = 0;
    session.side(theirs).GrB_Matrix_get_INT32(object.matrix(theirs), &status,
                                              static_cast<GrB_Field>(GxB_SPARSITY_STATUS));
    return status == GxB_HYPERSPARSE;
}

void reduce_rows(Session &session) {
    const Operator &op = session.rng.pick(session.catalogue().monoids);
    bool needs_calm = false;
    Allowed allowed;
    if (!judge_monoid(op, needs_calm, allowed)) throw Skipped();
    session.say() << op.name << " ";
    const Description desc = session.description(true, false);
    const Index m = session.size(), n = session.size();
    const bool is_pair = op.x == type_pair;
    Object &A = session.operand(Kind::matrix, desc.transposes_first ? n : m,
                                desc.transposes_first ? m : n, is_pair, needs_calm);
    const bool fixes_type = allowed.leniency != Leniency::none; // a cast makes a difference larger
    Object &w = session.operand(Kind::vector, m, 1, is_pair, false, fixes_type ? op.z : no_type);
    Mask mask = session.mask(Kind::vector, m, 1, desc, w);
    const Operator *accum = session.accumulator(w, allowed);
    // The peer takes a matrix without columns for one with an entry in each row.
    if (A.nrows == 0 || A.ncols == 0) throw Skipped();
    session.say() << session.name(w) << " = rows of " << session.name(A);
    // A line that is listed and has no entry gets a sum in the peer.
    const PeerCopy copy(session, A, is_hypersparse_there(session, A), Rule::empty_lines);
    const Object &read = *copy;
    const Codes codes = session.both([&](int s) {
        return session.side(s).GrB_Matrix_reduce_Monoid(
            w.vector(s), mask.vector(s), session.accum(accum, s), op.on<GrB_Monoid>(s),
            read.matrix(s), desc.on(s));
    });
    session.release(mask);
    session.settle(codes, {&w}, allowed);
}

void reduce_all(Session &session) {
    Rng &rng = session.rng;
    const Operator &op = rng.pick(session.catalogue().monoids);
    bool needs_calm = false;
    Allowed allowed;
    if (!judge_monoid(op, needs_calm, allowed)) throw Skipped();
    const bool is_pair = op.x == type_pair, is_vector = rng.chance(50);
    const Index m = session.size();
    Object &A = session.operand(is_vector ? Kind::vector : Kind::matrix, m,
                                is_vector ? 1 : session.size(), is_pair, needs_calm);
    const bool fixes_type = allowed.leniency != Leniency::none; // a cast makes a difference larger
    Object &c = session.operand(Kind::scalar, 1, 1, is_pair, false, fixes_type ? op.z : no_type);
    const Operator *accum = session.accumulator(c, allowed);
    session.say() << op.name << " " << session.name(c) << " = all of " << session.name(A);
    const bool is_typed = rng.chance(40) && !is_complex(c.type);
    Value results[2];
    const Value start = random_value(rng, c.type, false);
    // The peer gives a sum for an object that once had entries, and none for a new object.
    const bool is_empty = read(session.libraries, ours, A, Reading::copy).entries.empty();
    const PeerCopy operand(session, A, is_empty, Rule::empty_sum);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_Monoid sum = op.on<GrB_Monoid>(s);
        const GrB_BinaryOp plus = session.accum(accum, s);
        if (is_typed) { // into a C value, which goes to the scalar for the comparison
            results[s] = start;
            GrB_Info info = is_vector
                                ? PEER_DISPATCH(l, Vector_reduce, c.type,
                                                [&](auto f, auto *tag) {
                                                    return f(array(results[s].bytes, tag), plus,
                                                             sum, (*operand).vector(s), nullptr);
                                                })
                                : PEER_DISPATCH(l, Matrix_reduce, c.type, [&](auto f, auto *tag) {
                                      return f(array(results[s].bytes, tag), plus, sum,
                                               (*operand).matrix(s), nullptr);
                                  });
            return info == GrB_SUCCESS ? set_element(session.libraries, s, c, results[s], 0, 0)
                                       : info;
        }
        return is_vector ? l.GrB_Vector_reduce_Monoid_Scalar(c.scalar(s), plus, sum,
                                                             (*operand).vector(s), nullptr)
                         : l.GrB_Matrix_reduce_Monoid_Scalar(c.scalar(s), plus, sum,
                                                             (*operand).matrix(s), nullptr);
    });
    session.settle(codes, {&c}, allowed);
}

} // namespace

void add_multiply(std::vector<Operation> &list) {
    list.push_back({"multiply", 20, multiply});
    list.push_back({"kronecker", 2, kronecker});
    list.push_back({"reduce_rows", 5, reduce_rows});
    list.push_back({"reduce_all", 5, reduce_all});
}

} // namespace grb::peer
