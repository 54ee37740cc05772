// build; new shapes (resize, diag, dup, clear); sequences of single elements.
#include "oracle/calls.h"

#include <cstdio>

namespace grb::oracle {

void run_build(Case &c) {
    const bool is_vector = chooses_vector(c);
    const bool is_empty = !c.rng.chance(5), repeats = c.rng.chance(70);
    const int type = c.any_type();
    const Index m = c.dimension(), n = c.dimension();
    Operand *C = is_vector ? c.vector("C", type, m) : c.matrix("C", type, m, n);
    const Handles object = C->object;
    if (is_empty && (object.vector || object.matrix)) {
        c.say("emptied");
        const GrB_Info cleared =
            is_vector ? GrB_Vector_clear(object.vector) : GrB_Matrix_clear(object.matrix);
        if (cleared != GrB_SUCCESS) c.say("(clear failed)");
        C->content.entries.clear();
    }
    const Binary *dup = nullptr;
    if (repeats || c.rng.chance(50)) {
        dup = &pick_where(c.rng, c.algebra.binary, [&](const Binary &op) {
            return op.x == op.z && op.y == op.z && is_compatible(op.z, type);
        });
        c.say("dup=" + dup->name);
    }
    const int given = c.type_like(type);
    const Index room = m == 0 || n == 0 ? 0 : c.rng.below(30);
    std::vector<Index> rows(room + 1), columns(room + 1);
    std::vector<unsigned char> values((room + 1) * sizeof(Value));
    std::map<Position, int> seen;
    Index count = 0;
    for (Index k = 0; k < room; ++k) {
        const Index i = c.position(m), j = is_vector ? 0 : c.position(n);
        // Without an operator a repeat is an error, which most cases avoid.
        if (seen[{i, j}]++ > 0 && !repeats && !c.rng.chance(2)) continue;
        const Value value = random_value(c.rng, given, c.values);
        rows[count] = i, columns[count] = j;
        std::memcpy(&values[count * type_size(given)], value.bytes, type_size(given));
        ++count;
    }
    c.say(std::string("values:") + type_name(given) + "x" + std::to_string(count));
    const GrB_BinaryOp handle = dup ? dup->handle : nullptr;
    c.call(is_vector ? "GrB_Vector_build" : "GrB_Matrix_build", {C}, [&] {
        return with_api(given, [&](auto api) {
            const auto *array = api.pointer(values.data());
            return is_vector ? api.vector_build(object.vector, rows.data(), array, count, handle)
                             : api.matrix_build(object.matrix, rows.data(), columns.data(), array,
                                                count, handle);
        });
    });
}

void run_shape(Case &c) {
    const std::uint64_t form = c.rng.below(4);
    const bool is_vector = chooses_vector(c);
    const int type = c.any_type();
    const Index m = c.dimension(), n = c.dimension();
    if (form == 0) {
        const Index new_m = c.dimension(), new_n = c.dimension();
        Operand *C = is_vector ? c.vector("C", type, m) : c.matrix("C", type, m, n);
        c.say("to " + std::to_string(new_m) + "x" + std::to_string(new_n));
        c.call("GrB_resize", {C}, [&] {
            return is_vector ? GrB_Vector_resize(C->object.vector, new_m)
                             : GrB_Matrix_resize(C->object.matrix, new_m, new_n);
        });
        return;
    }
    if (form == 1) {
        Operand *v = c.vector("v", type, m);
        const std::int64_t k = c.rng.between(-6, 6);
        c.say("k=" + std::to_string(k));
        Handles made;
        c.call("GrB_Matrix_diag", {},
               [&] { return GrB_Matrix_diag(&made.matrix, v->object.vector, k); });
        if (made.matrix) c.print_object("D", made, v->content.type);
        free_handles(made);
        return;
    }
    Operand *A = is_vector ? c.vector("A", type, m) : c.matrix("A", type, m, n);
    if (form == 2) {
        c.call("GrB_clear", {A}, [&] {
            return is_vector ? GrB_Vector_clear(A->object.vector)
                             : GrB_Matrix_clear(A->object.matrix);
        });
        return;
    }
    Handles made;
    c.call("GrB_dup", {}, [&] {
        return is_vector ? GrB_Vector_dup(&made.vector, A->object.vector)
                         : GrB_Matrix_dup(&made.matrix, A->object.matrix);
    });
    if (made.matrix || made.vector) c.print_object("copy", made, A->content.type);
    free_handles(made);
}

namespace {

enum class Step { Set, SetScalar, Remove, Get, GetScalar, Count, Wait };

struct Action {
    Step step;
    Index i, j;
    const Scalar *scalar;
};

Action plan_action(Case &c, int type, bool is_vector, Index m, Index n) {
    static const Step steps[] = {Step::Set,       Step::Set,    Step::Set,    Step::SetScalar,
                                 Step::Remove,    Step::Remove, Step::Remove, Step::Get,
                                 Step::GetScalar, Step::Count,  Step::Wait};
    Action action{steps[c.rng.below(std::size(steps))], c.position(m),
                  is_vector ? 0 : c.position(n), nullptr};
    static const char *const names[] = {"set", "set", "remove", "get", "get", "count", "wait"};
    c.say(std::string(names[static_cast<int>(action.step)]) + "(" + std::to_string(action.i) + "," +
          std::to_string(action.j) + ")");
    if (action.step == Step::Set || action.step == Step::Get) action.scalar = c.value("x", type);
    if (action.step == Step::SetScalar || action.step == Step::GetScalar)
        action.scalar = c.scalar("x", c.type_like(type));
    return action;
}

GrB_Info act(Case &c, const Action &action, const Handles &object) {
    const GrB_Vector w = object.vector;
    const GrB_Matrix C = object.matrix;
    const Index i = action.i, j = action.j;
    const Scalar *x = action.scalar;
    switch (action.step) {
    case Step::Set:
        return set_element(object, x->type, *x->value, i, j);
    case Step::SetScalar:
        return w ? GrB_Vector_setElement_Scalar(w, x->handle, i)
                 : GrB_Matrix_setElement_Scalar(C, x->handle, i, j);
    case Step::Remove:
        return w ? GrB_Vector_removeElement(w, i) : GrB_Matrix_removeElement(C, i, j);
    case Step::Get: {
        Value value = *x->value;
        const GrB_Info info = with_api(x->type, [&](auto api) {
            auto *result = api.pointer(value.bytes);
            return w ? api.vector_get(result, w, i) : api.matrix_get(result, C, i, j);
        });
        c.print_value("got", x->type, value);
        return info;
    }
    case Step::GetScalar: {
        const GrB_Info info = w ? GrB_Vector_extractElement_Scalar(x->handle, w, i)
                                : GrB_Matrix_extractElement_Scalar(x->handle, C, i, j);
        c.print_scalar("got", x->type, x->owned);
        return info;
    }
    case Step::Count: {
        Index count = 0;
        const GrB_Info info = w ? GrB_Vector_nvals(&count, w) : GrB_Matrix_nvals(&count, C);
        std::printf("> count %llu\n", static_cast<unsigned long long>(count));
        return info;
    }
    default:
        return w ? GrB_Vector_wait(w, GrB_COMPLETE) : GrB_Matrix_wait(C, GrB_COMPLETE);
    }
}

} // namespace

/// Elements set, removed and read one by one: the code of each step is part of the result.
void run_elements(Case &c) {
    const bool is_vector = chooses_vector(c);
    const int type = c.any_type();
    const Index m = c.dimension(), n = c.dimension();
    Operand *C = is_vector ? c.vector("C", type, m) : c.matrix("C", type, m, n);
    std::vector<Action> actions;
    const std::uint64_t count = 1 + c.rng.below(15);
    for (std::uint64_t k = 0; k < count; ++k)
        actions.push_back(plan_action(c, C->content.type, is_vector, m, n));
    c.call("elements", {C}, [&] {
        // Without the object itself only the first step is worth a call.
        if (!C->object.vector && !C->object.matrix)
            return is_vector ? GrB_Vector_removeElement(nullptr, 0)
                             : GrB_Matrix_removeElement(nullptr, 0, 0);
        for (const Action &action : actions)
            std::printf("- %d\n", static_cast<int>(act(c, action, C->object)));
        return GrB_SUCCESS;
    });
}

} // namespace grb::oracle
