// Schedules whose edges come from a unit of the core.
#include "schedule.h"

#include <algorithm>

namespace grb::weaver {

namespace {

/// Writes a loop over blocks of vertices that fit the table: registration, barrier, distribution,
/// barrier.
template <class Register_, class Distribute>
void write_blocks(Builder &b, const Parameters &p, const GraphAddresses &graph,
                  const Register_ &enter, const Distribute &distribute) {
    const uint32_t entries = std::min(p.table_entries, p.block());
    const Register thread = b.op(Op::thread, 0);
    const Register has_entry = b.op(Op::less, thread, entries);
    const Register base = b.op(Op::multiply, b.op(Op::core, 0), entries);
    b.loop();
    b.break_if(b.op(Op::less, graph.bases_to_visit() - 1, base));
    const size_t before = b.mark();
    b.stage(Stage::registration);
    const Register v = b.op(Op::add, base, thread);
    const Register is_vertex = b.op(Op::less, v, graph.bases_to_visit());
    b.into(is_vertex, Op::bit_and, is_vertex, has_entry);
    enter(v, is_vertex);
    b.emit({Op::barrier, b.stage()});
    b.stage(Stage::work_id);
    b.loop();
    distribute(thread);
    b.stage(Stage::work_id);
    b.end_loop();
    // A warp must not restart the unit before the others have seen its end.
    b.emit({Op::barrier, b.stage()});
    b.release(before);
    b.stage(Stage::registration);
    b.into(base, Op::add, base, entries * p.cores());
    b.end_loop();
}

/// Returns the vertex of the next edge; leaves the loop after the last edge.
Register next_vertex(Builder &b, Op op) {
    const Register vertex = b.fresh();
    b.into(vertex, op, vertex);
    b.break_if(b.op(Op::equal, vertex, no_vertex));
    return vertex;
}

} // namespace

/// SparseWeaver: the unit distributes the edges (Jeong et al. 2025, figure 9).
void write_weaver(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather) {
    const auto enter = [&](Register number, Register is_vertex) {
        b.if_true(is_vertex);
        const Register v = vertex_of(b, graph, number);
        const std::optional<Register> passes = passes_filter(b, graph, gather, v);
        if (passes) b.if_true(*passes);
        const Register start = b.load(graph.offsets, v);
        const Register degree = b.load(graph.offsets + 1, v);
        b.into(degree, Op::subtract, degree, start);
        Instruction entry{Op::weaver_register, b.stage()};
        entry.a = v;
        entry.b = start;
        entry.c = degree;
        b.emit(entry);
        if (passes) b.end_if();
        b.end_if();
    };
    write_blocks(b, p, graph, enter, [&](Register) {
        const Register vertex = next_vertex(b, Op::weaver_decode_id);
        const Register edge = b.fresh();
        b.into(edge, Op::weaver_decode_location, vertex);
        b.stage(Stage::edge_access);
        b.iteration();
        gather.edge(b, edge_in_memory(graph, vertex, edge, false, true));
    });
}

/// EGHW: the unit also reads offsets and edges, and the warp finds them in shared memory.
void write_generator(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather) {
    const auto enter = [&](Register number, Register is_vertex) {
        b.if_true(is_vertex);
        const Register v = vertex_of(b, graph, number);
        const std::optional<Register> passes = passes_filter(b, graph, gather, v);
        if (passes) b.if_true(*passes);
        Instruction entry{Op::generator_register, b.stage()};
        entry.a = v;
        b.emit(entry);
        if (passes) b.end_if();
        b.end_if();
    };
    write_blocks(b, p, graph, enter, [&](Register thread) {
        const Register vertex = next_vertex(b, Op::generator_fetch);
        const auto word = [thread](uint32_t array) {
            return [thread, array](Builder &builder) {
                builder.stage(Stage::edge_access);
                return builder.shared_load(array, thread);
            };
        };
        b.stage(Stage::edge_access);
        b.iteration();
        gather.edge(b, {vertex, word(0), word(p.block()), false, false});
    });
}

} // namespace grb::weaver
