// apply, select and transpose.
#include "peer/session.h"

#include <cstring>

namespace grb::peer {
namespace {

struct Shape {
    Kind kind;
    Index m, n;
};

Shape shape_of(Session &session) {
    const bool is_matrix = session.rng.chance(60);
    const Index m = session.size();
    return {is_matrix ? Kind::matrix : Kind::vector, m, is_matrix ? session.size() : 1};
}

Object &input(Session &session, const Shape &shape, bool is_transposed, bool is_pair,
              bool must_be_calm = false) {
    return session.operand(shape.kind, is_transposed ? shape.n : shape.m,
                           is_transposed ? shape.m : shape.n, is_pair, must_be_calm);
}

int fixed_type(const Allowed &allowed, int z) {
    return allowed.leniency == Leniency::library_function ? z : no_type;
}

void apply_unary(Session &session) {
    const Operator &op = session.rng.pick(session.catalogue().unary);
    Allowed allowed{Session::leniency_of(op), {}};
    const bool is_pair = op.x == type_pair;
    const Shape shape = shape_of(session);
    session.say() << op.name << " ";
    const bool is_matrix = shape.kind == Kind::matrix;
    const Description desc = session.description(is_matrix, false);
    // Near poles and far out the complex functions of the two differ in more than the last bits.
    Object &A = input(session, shape, desc.transposes_first, is_pair, is_complex(op.x));
    Object &C = session.operand(shape.kind, shape.m, shape.n, op.z == type_pair, false,
                                fixed_type(allowed, op.z));
    Mask mask = session.mask(shape.kind, shape.m, shape.n, desc, C);
    const Operator *accum = session.accumulator(C, allowed);
    session.say() << session.name(C) << " = f(" << session.name(A) << ")";
    // On long dimensions the peer (9.3.1) may write into the operand.
    const PeerCopy operand(session, A, &A != &C && session.is_long(A.nrows, A.ncols),
                           Rule::apply_long);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_BinaryOp plus = session.accum(accum, s);
        return is_matrix
                   ? l.GrB_Matrix_apply(C.matrix(s), mask.matrix(s), plus, op.on<GrB_UnaryOp>(s),
                                        (*operand).matrix(s), desc.on(s))
                   : l.GrB_Vector_apply(C.vector(s), mask.vector(s), plus, op.on<GrB_UnaryOp>(s),
                                        (*operand).vector(s), desc.on(s));
    });
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

void apply_bound(Session &session) {
    Rng &rng = session.rng;
    const Operator &op = rng.pick(session.catalogue().binary);
    if (op.z == no_type || op.has("LDEXP") || op.has("_ANY")) throw Skipped();
    Allowed allowed{Session::leniency_of(op), {}};
    const bool is_first = rng.chance(50), is_pair = op.x == type_pair;
    const Shape shape = shape_of(session);
    const bool is_matrix = shape.kind == Kind::matrix;
    session.say() << op.name << (is_first ? " first " : " second ");
    const Description desc = session.description(is_matrix && !is_first, is_matrix && is_first);
    Object &A = input(session, shape, desc.transposes_first || desc.transposes_second, is_pair);
    Object &x = session.operand(Kind::scalar, 1, 1, is_pair);
    Object &C = session.operand(shape.kind, shape.m, shape.n, op.z == type_pair, false,
                                fixed_type(allowed, op.z));
    Mask mask = session.mask(shape.kind, shape.m, shape.n, desc, C);
    const Operator *accum = session.accumulator(C, allowed);
    session.say() << session.name(C) << " = f(" << session.name(A) << ", " << session.name(x)
                  << ")";
    // On long dimensions the peer (10.5.1) may lose the entries of an operand that is the output.
    const PeerCopy operand(session, A,
                           &A == &C && session.libraries.version() >= 10 &&
                               session.is_long(A.nrows, A.ncols),
                           Rule::in_place);
    const Codes codes = session.both(
        [&](int s) {
            const Library &l = session.side(s);
            const GrB_BinaryOp plus = session.accum(accum, s), f = op.on<GrB_BinaryOp>(s);
            if (is_matrix)
                return is_first
                           ? l.GrB_Matrix_apply_BinaryOp1st_Scalar(C.matrix(s), mask.matrix(s),
                                                                   plus, f, x.scalar(s),
                                                                   (*operand).matrix(s), desc.on(s))
                           : l.GrB_Matrix_apply_BinaryOp2nd_Scalar(C.matrix(s), mask.matrix(s),
                                                                   plus, f, (*operand).matrix(s),
                                                                   x.scalar(s), desc.on(s));
            return is_first
                       ? l.GrB_Vector_apply_BinaryOp1st_Scalar(C.vector(s), mask.vector(s), plus, f,
                                                               x.scalar(s), (*operand).vector(s),
                                                               desc.on(s))
                       : l.GrB_Vector_apply_BinaryOp2nd_Scalar(C.vector(s), mask.vector(s), plus, f,
                                                               (*operand).vector(s), x.scalar(s),
                                                               desc.on(s));
        },
        session.spares_peer({&x}));
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

int type_in_name(const Operator &op) {
    for (int type = 0; type < type_pair; type++) {
        const std::string end = std::string("_") + type_name(type);
        if (op.name.size() > end.size() &&
            op.name.compare(op.name.size() - end.size(), end.size(), end) == 0)
            return type;
    }
    return no_type;
}

/// Selects values of another type than the test's, in steps that the peer carries out alike: the
/// test on a copy of the test's type gives a mask for the entries of A, which go to C.
GrB_Info select_by_cast(Session &session, const Operator &op, const Object &C, const Mask &mask,
                        GrB_BinaryOp plus, const Object &A, const Object &y,
                        const Description &desc) {
    const Library &l = session.side(theirs);
    Object test = A, kept = A;
    test.type = type_in_name(op);
    if (desc.transposes_first) {
        std::swap(test.nrows, test.ncols);
        std::swap(kept.nrows, kept.ncols);
    }
    GrB_Info info = make(session.libraries, theirs, test);
    if (info == GrB_SUCCESS) info = make(session.libraries, theirs, kept);
    const auto copy = [&](const Object &to, const Object &from, GrB_Descriptor d, bool masked) {
        const std::string prefix = is_complex(to.type) ? "GxB_IDENTITY_" : "GrB_IDENTITY_";
        const auto f = static_cast<GrB_UnaryOp>(l.object(prefix + type_name(to.type)));
        return A.kind == Kind::matrix
                   ? l.GrB_Matrix_apply(to.matrix(theirs), masked ? test.matrix(theirs) : nullptr,
                                        nullptr, f, from.matrix(theirs), d)
                   : l.GrB_Vector_apply(to.vector(theirs), masked ? test.vector(theirs) : nullptr,
                                        nullptr, f, from.vector(theirs), d);
    };
    const bool transposes = desc.transposes_first;
    const auto predefined = [&](const char *name) {
        return static_cast<GrB_Descriptor>(l.object(name));
    };
    if (info == GrB_SUCCESS)
        info = copy(test, A, transposes ? predefined("GrB_DESC_T0") : nullptr, false);
    const auto f = op.on<GrB_IndexUnaryOp>(theirs);
    const std::string prefix = is_complex(A.type) ? "GxB_IDENTITY_" : "GrB_IDENTITY_";
    const auto same = static_cast<GrB_UnaryOp>(l.object(prefix + type_name(A.type)));
    const std::string last = std::string(desc.replaces ? "R" : "") +
                             (desc.is_structural ? "S" : "") + (desc.is_complemented ? "C" : "");
    const GrB_Descriptor plain = last.empty() ? nullptr : predefined(("GrB_DESC_" + last).c_str());
    if (A.kind == Kind::matrix) {
        const GrB_Matrix t = test.matrix(theirs);
        if (info == GrB_SUCCESS)
            info = l.GrB_Matrix_select_Scalar(t, nullptr, nullptr, f, t, y.scalar(theirs), nullptr);
        if (info == GrB_SUCCESS)
            info = copy(kept, A, predefined(transposes ? "GrB_DESC_ST0" : "GrB_DESC_S"), true);
        if (info == GrB_SUCCESS)
            info = l.GrB_Matrix_apply(C.matrix(theirs), mask.matrix(theirs), plus, same,
                                      kept.matrix(theirs), plain);
    } else {
        const GrB_Vector t = test.vector(theirs);
        if (info == GrB_SUCCESS)
            info = l.GrB_Vector_select_Scalar(t, nullptr, nullptr, f, t, y.scalar(theirs), nullptr);
        if (info == GrB_SUCCESS) info = copy(kept, A, predefined("GrB_DESC_S"), true);
        if (info == GrB_SUCCESS)
            info = l.GrB_Vector_apply(C.vector(theirs), mask.vector(theirs), plus, same,
                                      kept.vector(theirs), plain);
    }
    discard(session.libraries, theirs, test);
    discard(session.libraries, theirs, kept);
    return info;
}

/// The parameter of GrB_DIAGINDEX: the peer subtracts it.
GrB_Info negated(const Session &session, const Object &y, Object &made) {
    made = y;
    made.type = type_INT64;
    std::int64_t value = 0;
    const Library &l = session.side(theirs);
    GrB_Info info = l.GrB_Scalar_extractElement_INT64(&value, y.scalar(theirs));
    const bool is_empty = info == GrB_NO_VALUE;
    info = make(session.libraries, theirs, made);
    return is_empty || info != GrB_SUCCESS
               ? info
               : l.GrB_Scalar_setElement_INT64(made.scalar(theirs), -value);
}

/// apply and select by position and value.
void index_operator(Session &session) {
    Rng &rng = session.rng;
    const Operator &op = rng.pick(session.catalogue().index_unary);
    const bool is_pair = op.has("pair_"), selects = !is_pair && !op.has("INDEX") && rng.chance(60);
    const bool yields_pair = is_pair || (selects && rng.chance(10) && !op.has("VALUE"));
    const Shape shape = shape_of(session);
    const bool is_matrix = shape.kind == Kind::matrix;
    session.say() << op.name << (selects ? " select " : " apply ");
    const Description desc = session.description(is_matrix, false);
    Object &A = input(session, shape, desc.transposes_first, yields_pair);
    Object &y = session.operand(Kind::scalar, 1, 1, is_pair, !op.has("VALUE"));
    Object &C = session.operand(shape.kind, shape.m, shape.n, yields_pair);
    Mask mask = session.mask(shape.kind, shape.m, shape.n, desc, C);
    Allowed allowed;
    // The peer gives +0 for all zeros that it selects.
    if (selects && op.has("VALUEEQ") && is_float(A.type)) allowed.leniency = Leniency::zero_sign;
    const Operator *accum = session.accumulator(C, allowed);
    session.say() << session.name(C) << " = f(" << session.name(A) << ", " << session.name(y)
                  << ")";
    const bool is_cast = selects && op.has("VALUE") && type_in_name(op) != A.type;
    const bool is_diagonal = op.has("DIAGINDEX");
    if (is_cast) session.count(Rule::select_domain);
    if (is_diagonal) session.count(Rule::diagindex);
    // The peer (10.5.1) takes positions of other entries in rows or columns not sorted yet.
    const bool finishes = !selects && session.libraries.version() >= 10;
    if (finishes) session.count(Rule::apply_unsorted);
    const Codes codes = session.both(
        [&](int s) {
            const Library &l = session.side(s);
            const GrB_BinaryOp plus = session.accum(accum, s);
            const GrB_IndexUnaryOp f = op.on<GrB_IndexUnaryOp>(s);
            if (s == theirs && finishes) finish_pending(l, s, A);
            if (s == theirs && is_cast)
                return select_by_cast(session, op, C, mask, plus, A, y, desc);
            Object parameter = y;
            if (s == theirs && is_diagonal && negated(session, y, parameter) != GrB_SUCCESS)
                return GrB_PANIC;
            const auto call = [&](auto vectors, auto matrices) {
                return is_matrix ? matrices(C.matrix(s), mask.matrix(s), plus, f, A.matrix(s),
                                            parameter.scalar(s), desc.on(s))
                                 : vectors(C.vector(s), mask.vector(s), plus, f, A.vector(s),
                                           parameter.scalar(s), desc.on(s));
            };
            const GrB_Info info =
                selects
                    ? call(l.GrB_Vector_select_Scalar, l.GrB_Matrix_select_Scalar)
                    : call(l.GrB_Vector_apply_IndexOp_Scalar, l.GrB_Matrix_apply_IndexOp_Scalar);
            if (parameter.handle[s] != y.handle[s]) discard(session.libraries, s, parameter);
            return info;
        },
        session.spares_peer({&y}));
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

/// select by the older tests, with or without a thunk.
void select_test(Session &session) {
    Rng &rng = session.rng;
    const Operator &op = rng.pick(session.catalogue().select_tests);
    const Shape shape = shape_of(session);
    const bool is_matrix = shape.kind == Kind::matrix;
    session.say() << op.name << " ";
    const Description desc = session.description(is_matrix, false);
    Object &A = input(session, shape, desc.transposes_first, false);
    const bool is_order = op.has("_G") || op.has("_L");
    if (is_order && is_complex(A.type)) throw Skipped();
    Object *thunk = nullptr;
    if (op.has("THUNK"))
        thunk = &session.operand(Kind::scalar, 1, 1, false, false, A.type);
    else if (!op.has("ZERO") && rng.chance(70))
        thunk = &session.operand(Kind::scalar, 1, 1, false, true, type_INT64);
    Object &C = session.operand(shape.kind, shape.m, shape.n, false);
    Mask mask = session.mask(shape.kind, shape.m, shape.n, desc, C);
    Allowed allowed;
    if (op.has("EQ") && is_float(A.type)) allowed.leniency = Leniency::zero_sign;
    const Operator *accum = session.accumulator(C, allowed);
    session.say() << session.name(C) << " = " << session.name(A);
    if (thunk != nullptr) session.say() << ", " << session.name(*thunk);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_BinaryOp plus = session.accum(accum, s);
        const auto f = op.on<GxB_SelectOp>(s);
        const GrB_Scalar k = thunk == nullptr ? nullptr : thunk->scalar(s);
        return is_matrix ? l.GxB_Matrix_select(C.matrix(s), mask.matrix(s), plus, f, A.matrix(s), k,
                                               desc.on(s))
                         : l.GxB_Vector_select(C.vector(s), mask.vector(s), plus, f, A.vector(s), k,
                                               desc.on(s));
    });
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

void transpose(Session &session) {
    const Description desc = session.description(true, false);
    const bool is_pair = session.rng.chance(6);
    const Index m = session.size(), n = session.size();
    Object &A = session.operand(Kind::matrix, desc.transposes_first ? m : n,
                                desc.transposes_first ? n : m, is_pair);
    Object &C = session.operand(Kind::matrix, m, n, is_pair);
    Mask mask = session.mask(Kind::matrix, m, n, desc, C);
    Allowed allowed;
    const Operator *accum = session.accumulator(C, allowed);
    // In place on long dimensions the peer loses positions, and its values are of no entry.
    if (&C == &A && session.libraries.has_peer && session.is_long(m, n)) {
        session.release(mask);
        throw Skipped();
    }
    session.say() << session.name(C) << " = " << session.name(A) << "'";
    // A copy onto itself that adds takes values of no entry (10.5.1).
    const PeerCopy operand(session, A, &C == &A && session.libraries.version() >= 10,
                           Rule::in_place);
    const Codes codes = session.both([&](int s) {
        return session.side(s).GrB_transpose(C.matrix(s), mask.matrix(s), session.accum(accum, s),
                                             (*operand).matrix(s), desc.on(s));
    });
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

} // namespace

void add_apply(std::vector<Operation> &list) {
    list.push_back({"apply_unary", 8, apply_unary});
    list.push_back({"apply_bound", 10, apply_bound});
    list.push_back({"index_operator", 8, index_operator});
    list.push_back({"select_test", 6, select_test});
    list.push_back({"transpose", 5, transpose});
}

} // namespace grb::peer
