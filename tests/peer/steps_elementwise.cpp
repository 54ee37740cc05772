// Union and intersection of entries.
#include "peer/session.h"

namespace grb::peer {
namespace {

bool is_compared(const Operator &op) {
    return op.z != no_type && !op.has("LDEXP") && !op.has("_ANY");
}

void elementwise(Session &session) {
    Rng &rng = session.rng;
    const bool is_union = rng.chance(50), is_matrix = rng.chance(60);
    const int form = static_cast<int>(rng.below(4)); // 0: monoid, 1: semiring, else operator
    const Catalogue &all = session.catalogue();
    const Operator &op = rng.pick(form == 0 ? all.monoids : form == 1 ? all.semirings : all.binary);
    if (!is_compared(op) || (form == 1 && is_union)) throw Skipped();
    // A user-defined entry can't become a Boolean by itself.
    if (is_union && op.x == type_pair && op.z != type_pair) throw Skipped();
    Allowed allowed{Session::leniency_of(op), {}};
    if (op.is_positional && op.has("GxB_MIN")) allowed = {};
    // In a semiring's name the multiplication comes second, behind the monoid.
    if (form == 1 && is_float(op.x) && op.has("DIV")) allowed.leniency = Leniency::library_function;
    const bool is_pair = op.x == type_pair;
    session.say() << (is_union ? "union " : "intersection ") << op.name << " ";
    const Description desc = session.description(is_matrix, is_matrix);
    const Kind kind = is_matrix ? Kind::matrix : Kind::vector;
    const Index m = session.size(), n = is_matrix ? session.size() : 1;
    // Ours casts one operand's lone entries to z, the peer to x or y, then to z (rule
    // union-domain).
    const bool fixes_operands = is_union && (op.z != op.x || op.z != op.y);
    Object &A = session.operand(kind, desc.transposes_first ? n : m, desc.transposes_first ? m : n,
                                is_pair, false, fixes_operands ? op.x : no_type);
    Object &B =
        session.operand(kind, desc.transposes_second ? n : m, desc.transposes_second ? m : n,
                        is_pair, false, fixes_operands ? op.y : no_type);
    const int fixed = allowed.leniency == Leniency::library_function ? op.z : no_type;
    Object &C = session.operand(kind, m, n, op.z == type_pair, false, fixed);
    Mask mask = session.mask(kind, m, n, desc, C);
    const Operator *accum = session.accumulator(C, allowed);
    session.say() << session.name(C) << " = " << session.name(A) << ", " << session.name(B);
    // In place the peer (9.3.1) loses the row numbers of hypersparse objects; its union by SECOND
    // of an object with itself is 0, or beta.
    const bool is_itself = is_union && &A == &B && &B != &C && op.has("_SECOND_");
    const PeerCopy first(session, A, &A == &C, Rule::in_place),
        second(session, B, &B == &C || is_itself, is_itself ? Rule::union_itself : Rule::in_place);
    const Codes codes = session.both([&](int s) {
        const Library &l = session.side(s);
        const GrB_BinaryOp plus = session.accum(accum, s);
        const auto call = [&](auto vectors, auto matrices, auto handle) {
            return is_matrix ? matrices(C.matrix(s), mask.matrix(s), plus, handle,
                                        (*first).matrix(s), (*second).matrix(s), desc.on(s))
                             : vectors(C.vector(s), mask.vector(s), plus, handle,
                                       (*first).vector(s), (*second).vector(s), desc.on(s));
        };
        if (form == 0)
            return is_union ? call(l.GrB_Vector_eWiseAdd_Monoid, l.GrB_Matrix_eWiseAdd_Monoid,
                                   op.on<GrB_Monoid>(s))
                            : call(l.GrB_Vector_eWiseMult_Monoid, l.GrB_Matrix_eWiseMult_Monoid,
                                   op.on<GrB_Monoid>(s));
        if (form == 1)
            return call(l.GrB_Vector_eWiseMult_Semiring, l.GrB_Matrix_eWiseMult_Semiring,
                        op.on<GrB_Semiring>(s));
        return is_union ? call(l.GrB_Vector_eWiseAdd_BinaryOp, l.GrB_Matrix_eWiseAdd_BinaryOp,
                               op.on<GrB_BinaryOp>(s))
                        : call(l.GrB_Vector_eWiseMult_BinaryOp, l.GrB_Matrix_eWiseMult_BinaryOp,
                               op.on<GrB_BinaryOp>(s));
    });
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

void union_with_values(Session &session) {
    Rng &rng = session.rng;
    const Operator &op = rng.pick(session.catalogue().binary);
    if (!is_compared(op)) throw Skipped();
    Allowed allowed{Session::leniency_of(op), {}};
    const bool is_matrix = rng.chance(60), is_pair = op.x == type_pair;
    session.say() << op.name << " ";
    const Description desc = session.description(is_matrix, is_matrix);
    const Kind kind = is_matrix ? Kind::matrix : Kind::vector;
    const Index m = session.size(), n = is_matrix ? session.size() : 1;
    Object &A = session.operand(kind, desc.transposes_first ? n : m, desc.transposes_first ? m : n,
                                is_pair);
    Object &B = session.operand(kind, desc.transposes_second ? n : m,
                                desc.transposes_second ? m : n, is_pair);
    Object &alpha = session.operand(Kind::scalar, 1, 1, is_pair);
    Object &beta = session.operand(Kind::scalar, 1, 1, is_pair);
    const int fixed = allowed.leniency == Leniency::library_function ? op.z : no_type;
    Object &C = session.operand(kind, m, n, op.z == type_pair, false, fixed);
    Mask mask = session.mask(kind, m, n, desc, C);
    const Operator *accum = session.accumulator(C, allowed);
    session.say() << session.name(C) << " = " << session.name(A) << " " << session.name(alpha)
                  << ", " << session.name(B) << " " << session.name(beta);
    // The peer gets copies for the reasons that `elementwise` gives.
    const bool is_itself = &A == &B && &B != &C && op.has("_SECOND_");
    const PeerCopy first(session, A, &A == &C, Rule::in_place),
        second(session, B, &B == &C || is_itself, is_itself ? Rule::union_itself : Rule::in_place);
    const Codes codes = session.both(
        [&](int s) {
            const Library &l = session.side(s);
            const GrB_BinaryOp plus = session.accum(accum, s), f = op.on<GrB_BinaryOp>(s);
            return is_matrix
                       ? l.GxB_Matrix_eWiseUnion(C.matrix(s), mask.matrix(s), plus, f,
                                                 (*first).matrix(s), alpha.scalar(s),
                                                 (*second).matrix(s), beta.scalar(s), desc.on(s))
                       : l.GxB_Vector_eWiseUnion(C.vector(s), mask.vector(s), plus, f,
                                                 (*first).vector(s), alpha.scalar(s),
                                                 (*second).vector(s), beta.scalar(s), desc.on(s));
        },
        session.spares_peer({&alpha, &beta}));
    session.release(mask);
    session.settle(codes, {&C}, allowed);
}

} // namespace

void add_elementwise(std::vector<Operation> &list) {
    list.push_back({"elementwise", 20, elementwise});
    list.push_back({"union_with_values", 6, union_with_values});
}

} // namespace grb::peer
