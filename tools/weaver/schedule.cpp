// The list of schedules, with S_vm and S_em.
#include "schedule.h"

#include "io/input_error.h"
#include "io/printable.h"

#include <bit>
#include <fmt/format.h>

namespace grb::weaver {

Edge edge_in_memory(const GraphAddresses &graph, Register base, Register e, bool is_own,
                    bool has_unit) {
    const auto word = [e](uint32_t array) {
        return [e, array](Builder &b) {
            b.stage(Stage::edge_access);
            return b.load(array, e);
        };
    };
    return {base, word(graph.columns), word(graph.weights), is_own, has_unit};
}

Register vertex_of(Builder &b, const GraphAddresses &graph, Register number) {
    return graph.list != 0 ? b.load(graph.list, number) : number;
}

std::optional<Register> passes_filter(Builder &b, const GraphAddresses &graph, Gather &gather,
                                      Register vertex) {
    if (graph.list != 0) return {};
    return gather.filter(b, vertex);
}

Span read_span(Builder &b, const GraphAddresses &graph, Gather &gather, Register number,
               Register condition) {
    const Register vertex = graph.list != 0 ? b.op(Op::move, 0) : number;
    const Span span{vertex, b.op(Op::move, 0), b.op(Op::move, 0)};
    const size_t before = b.mark();
    b.if_true(condition);
    if (graph.list != 0) b.load_into(vertex, graph.list, number);
    const std::optional<Register> passes = passes_filter(b, graph, gather, vertex);
    if (passes) b.if_true(*passes);
    b.load_into(span.start, graph.offsets, vertex);
    b.load_into(span.degree, graph.offsets + 1, vertex);
    b.into(span.degree, Op::subtract, span.degree, span.start);
    if (passes) b.end_if();
    b.end_if();
    b.release(before);
    return span;
}

namespace {

/// S_vm: a thread for each vertex.
void write_vertex(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather) {
    for_each_thread(b, p, graph.bases_to_visit(), [&](Register number) {
        b.stage(Stage::registration);
        const Register v = vertex_of(b, graph, number);
        const std::optional<Register> passes = passes_filter(b, graph, gather, v);
        if (passes) b.if_true(*passes);
        const Register e = b.load(graph.offsets, v);
        const Register last = b.load(graph.offsets + 1, v);
        b.into(last, Op::subtract, last, 1);
        gather.begin(b, v);
        b.stage(Stage::work_id);
        b.loop();
        b.break_if(b.op(Op::less, last, e));
        const size_t before = b.mark();
        b.iteration();
        gather.edge(b, edge_in_memory(graph, v, e, true, false));
        b.release(before);
        b.stage(Stage::gather);
        if (const std::optional<Register> enough = gather.is_enough()) b.break_if(*enough);
        b.stage(Stage::work_id);
        b.into(e, Op::add, e, 1);
        b.end_loop();
        b.stage(Stage::gather);
        gather.end(b, v);
        if (passes) b.end_if();
        b.stage(Stage::registration);
    });
}

/// Finds the last vertex whose offset is not after the edge.
Register search_base(Builder &b, const GraphAddresses &graph, Register e) {
    const Register base = b.op(Op::move, 0);
    const size_t before = b.mark();
    const Register end = b.op(Op::add, e, 1);
    for (uint32_t step = std::bit_floor(graph.vertices - 1); step > 0; step /= 2) {
        const size_t mark = b.mark();
        const Register at = b.op(Op::add, base, step);
        b.into(at, Op::minimum, at, graph.vertices - 1);
        b.select(base, b.op(Op::less, b.load(graph.offsets, at), end), at);
        b.release(mark);
    }
    b.release(before);
    return base;
}

/// S_em: a thread for each edge, whose two ends are read.
void write_edge(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather) {
    if (graph.entries == 0) return;
    for_each_thread(b, p, graph.entries, [&](Register e) {
        b.stage(Stage::edge_access);
        b.iteration();
        const Register at = graph.edge_words == 1 ? e : b.op(Op::multiply, e, graph.edge_words);
        const Register base = graph.bases != 0 ? b.load(graph.bases, at) : search_base(b, graph, e);
        b.stage(Stage::gather);
        const std::optional<Register> passes = gather.filter(b, base);
        if (passes) b.if_true(*passes);
        gather.edge(b, edge_in_memory(graph, base, at, false, false));
        if (passes) b.end_if();
        b.stage(Stage::work_id);
    });
}

} // namespace

const std::vector<Schedule> &schedules() {
    static const std::vector<Schedule> all = {
        {"vm", "S_vm", false, write_vertex},         {"em", "S_em", false, write_edge},
        {"wm", "S_wm", false, write_warp},           {"cm", "S_cm", false, write_block},
        {"twc", "S_twc", false, write_twc},          {"twce", "S_twce", false, write_twce},
        {"strict", "S_strict", false, write_strict}, {"weaver", "SparseWeaver", true, write_weaver},
        {"eghw", "EGHW", true, write_generator},
    };
    return all;
}

const Schedule &schedule_named(const std::string &name) {
    std::string known;
    for (const Schedule &schedule : schedules()) {
        if (name == schedule.name) return schedule;
        known += (known.empty() ? "" : ", ") + std::string(schedule.name);
    }
    throw tool::InputError(
        fmt::format("there is no schedule '{}'; there are {}", tool::printable(name), known));
}

Kernel make_kernel(const Schedule &schedule, const Parameters &p, const GraphAddresses &graph,
                   Gather &gather) {
    Builder b;
    schedule.write(b, p, graph, gather);
    Kernel kernel(b.finish());
    kernel.has_unit = schedule.has_unit;
    kernel.graph = {graph.offsets, graph.columns, graph.weights};
    return kernel;
}

} // namespace grb::weaver
