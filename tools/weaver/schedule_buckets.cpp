// S_twc (Merrill et al. 2012) and S_twce: a thread, a warp or the block visits the edges of a
// vertex, depending on their number.
#include "schedule.h"

namespace grb::weaver {

namespace {

struct Buckets {
    Builder &b;
    const Parameters &p;
    const GraphAddresses &graph;
    Gather &gather;
    bool is_split; ///< twce: a block's remainder goes to the warp, a warp's to the thread
    Register thread, lane;
    uint32_t starts() const { return 0; }
    uint32_t degrees() const { return p.block(); }
    uint32_t vertices() const { return 2 * p.block(); }
    uint32_t counter() const { return 3 * p.block(); }
};

/// Visits the edges start + first, start + first + step, ... below start + count of a vertex.
void go_through(const Buckets &x, Register vertex, Register start, Register count, Operand first,
                Operand step, bool is_own) {
    Builder &b = x.b;
    const size_t before = b.mark();
    const Register e = b.op(Op::add, start, first);
    const Register last = b.op(Op::add, start, count);
    b.into(last, Op::subtract, last, 1);
    b.loop();
    b.break_if(b.op(Op::less, last, e));
    const size_t inner = b.mark();
    b.stage(Stage::edge_access);
    b.iteration();
    x.gather.edge(b, edge_in_memory(x.graph, vertex, e, is_own, false));
    b.release(inner);
    if (is_own) {
        b.stage(Stage::gather);
        if (const std::optional<Register> enough = x.gather.is_enough()) b.break_if(*enough);
    }
    b.stage(Stage::work_id);
    b.into(e, Op::add, e, step);
    b.end_loop();
    b.release(before);
}

/// Returns how many of `degree` edges go to groups of `size` threads: all or none, or a multiple of
/// `size` if `is_split`.
Register part_of(const Buckets &x, Register degree, uint32_t size) {
    if (x.is_split) return x.b.op(Op::bit_and, degree, ~(size - 1));
    const Register part = x.b.op(Op::move, 0);
    const size_t before = x.b.mark();
    x.b.select(part, x.b.op(Op::less, size - 1, degree), degree);
    x.b.release(before);
    return part;
}

void cut_off(const Buckets &x, const Span &span, Register part) {
    x.b.into(span.start, Op::add, span.start, part);
    x.b.into(span.degree, Op::subtract, span.degree, part);
}

/// Queues vertices with many edges in shared memory; all warps visit each vertex together.
void whole_block(const Buckets &x, const Span &span) {
    Builder &b = x.b;
    const size_t before = b.mark();
    const Register zero = b.op(Op::move, 0);
    b.if_true(b.op(Op::equal, x.thread, 0));
    b.shared_store(x.counter(), zero, 0);
    b.end_if();
    b.emit({Op::barrier, b.stage()});
    const Register part = part_of(x, span.degree, x.p.block());
    b.if_true(part);
    const Register at = b.op(Op::move, x.counter());
    const Register slot = b.op(Op::shared_fetch_add, at, 1);
    b.shared_store(x.starts(), slot, span.start);
    b.shared_store(x.degrees(), slot, part);
    b.shared_store(x.vertices(), slot, span.vertex);
    b.end_if();
    cut_off(x, span, part);
    b.emit({Op::barrier, b.stage()});
    b.stage(Stage::work_id);
    const Register count = b.shared_load(x.counter(), zero);
    const Register k = b.op(Op::move, 0);
    b.loop();
    b.break_if(b.op(Op::equal, k, count));
    const size_t inner = b.mark();
    const Register vertex = b.shared_load(x.vertices(), k);
    const Register start = b.shared_load(x.starts(), k);
    const Register degree = b.shared_load(x.degrees(), k);
    go_through(x, vertex, start, degree, x.thread, x.p.block(), false);
    b.release(inner);
    b.into(k, Op::add, k, 1);
    b.end_loop();
    b.release(before);
}

/// Visits the larger vertices of a warp's threads one by one, with the whole warp.
void whole_warp(const Buckets &x, const Span &span) {
    Builder &b = x.b;
    const size_t before = b.mark();
    const Register part = part_of(x, span.degree, x.p.threads);
    const Register left = b.op(Op::ballot, part);
    b.loop();
    b.break_if(b.op(Op::equal, left, 0));
    const size_t inner = b.mark();
    const Register leader = b.op(Op::first_bit, left);
    b.into(left, Op::bit_and, left, b.op(Op::subtract, left, 1));
    const Register vertex = b.op(Op::shuffle, span.vertex, leader);
    const Register start = b.op(Op::shuffle, span.start, leader);
    const Register degree = b.op(Op::shuffle, part, leader);
    go_through(x, vertex, start, degree, x.lane, x.p.threads, false);
    b.release(inner);
    b.end_loop();
    cut_off(x, span, part);
    b.release(before);
}

void single_threads(const Buckets &x, const Span &span) {
    Builder &b = x.b;
    const size_t before = b.mark();
    b.if_true(span.degree);
    if (!x.is_split) x.gather.begin(b, span.vertex);
    go_through(x, span.vertex, span.start, span.degree, 0, 1, !x.is_split);
    b.stage(Stage::gather);
    if (!x.is_split) x.gather.end(b, span.vertex);
    b.end_if();
    b.release(before);
}

void write_buckets(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather,
                   bool is_split) {
    const Buckets x{b, p, graph, gather, is_split, b.op(Op::thread, 0), b.op(Op::lane, 0)};
    const Register base = b.op(Op::multiply, b.op(Op::core, 0), p.block());
    b.loop();
    b.break_if(b.op(Op::less, graph.bases_to_visit() - 1, base));
    const size_t before = b.mark();
    b.stage(Stage::registration);
    const Register v = b.op(Op::add, base, x.thread);
    const Span span = read_span(b, graph, gather, v, b.op(Op::less, v, graph.bases_to_visit()));
    whole_block(x, span);
    whole_warp(x, span);
    single_threads(x, span);
    b.emit({Op::barrier, b.stage()});
    b.release(before);
    b.stage(Stage::registration);
    b.into(base, Op::add, base, p.block() * p.cores());
    b.end_loop();
}

} // namespace

void write_twc(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather) {
    write_buckets(b, p, graph, gather, false);
}

void write_twce(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather) {
    write_buckets(b, p, graph, gather, true);
}

} // namespace grb::weaver
