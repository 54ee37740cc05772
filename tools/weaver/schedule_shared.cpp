// S_wm, S_cm and S_strict, which search prefix sums of degrees or the offsets for a thread's edge.
#include "schedule.h"

namespace grb::weaver {

namespace {

/// Addresses of arrays in shared memory, each with a word for each thread of a block.
struct Tables {
    explicit Tables(const Parameters &p)
        : sums(0), starts(p.block()), vertices(2 * p.block()), totals(3 * p.block()) {}
    uint32_t sums, starts, vertices, totals;
};

/// Replaces x by its sum over this thread and those below it in the warp.
void inclusive_sum(Builder &b, const Parameters &p, Register x, Register lane) {
    for (uint32_t step = 1; step < p.threads; step *= 2) {
        const size_t before = b.mark();
        const Register below = b.op(Op::shuffle_up, x, step);
        b.into(below, Op::add, below, x);
        b.select(x, b.op(Op::less, step - 1, lane), below);
        b.release(before);
    }
}

struct Registers {
    Register lane, thread, first; ///< first: thread 0 of the warp
};

Registers identify(Builder &b) {
    const Register lane = b.op(Op::lane, 0), thread = b.op(Op::thread, 0);
    return {lane, thread, b.op(Op::subtract, thread, lane)};
}

/// Visits edges e, e + step, ... below `total`. It searches the sums of `count` vertices from
/// `first` on for each edge.
void distribute(Builder &b, const GraphAddresses &graph, Gather &gather, const Tables &tables,
                Register e, Register total, Register first, uint32_t count, uint32_t step) {
    b.stage(Stage::work_id);
    const Register last = b.op(Op::subtract, total, 1);
    b.loop();
    b.break_if(b.op(Op::less, last, e));
    const size_t before = b.mark();
    const Register limit = b.op(Op::add, e, 1);
    const Register k = b.op(Op::move, first);
    for (uint32_t half = count / 2; half > 0; half /= 2) {
        const size_t mark = b.mark();
        const Register middle = b.op(Op::add, k, half);
        const Register sum = b.shared_load(tables.sums, middle);
        b.select(k, b.op(Op::less, sum, limit), middle);
        b.release(mark);
    }
    const Register base = b.shared_load(tables.vertices, k);
    const Register at = b.op(Op::add, b.shared_load(tables.starts, k), e);
    b.into(at, Op::subtract, at, b.shared_load(tables.sums, k));
    b.stage(Stage::edge_access);
    b.iteration();
    gather.edge(b, edge_in_memory(graph, base, at, false, false));
    b.release(before);
    b.stage(Stage::work_id);
    b.into(e, Op::add, e, step);
    b.end_loop();
}

} // namespace

/// S_wm: the threads of a warp share the edges of as many vertices.
void write_warp(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather) {
    const Tables tables(p);
    const Registers r = identify(b);
    const Register v = b.op(Op::multiply, b.op(Op::core, 0), p.block());
    b.into(v, Op::add, v, r.thread);
    const Register of_warp = b.op(Op::subtract, v, r.lane);
    b.loop();
    b.break_if(b.op(Op::less, graph.bases_to_visit() - 1, of_warp));
    const size_t before = b.mark();
    b.stage(Stage::registration);
    const Span span = read_span(b, graph, gather, v, b.op(Op::less, v, graph.bases_to_visit()));
    const Register sum = b.op(Op::move, span.degree);
    inclusive_sum(b, p, sum, r.lane);
    const Register total = b.op(Op::shuffle, sum, p.threads - 1);
    b.into(sum, Op::subtract, sum, span.degree);
    b.shared_store(tables.sums, r.thread, sum);
    b.shared_store(tables.starts, r.thread, span.start);
    b.shared_store(tables.vertices, r.thread, span.vertex);
    const Register e = b.op(Op::move, r.lane);
    distribute(b, graph, gather, tables, e, total, r.first, p.threads, p.threads);
    b.release(before);
    b.stage(Stage::registration);
    b.into(v, Op::add, v, p.block() * p.cores());
    b.into(of_warp, Op::add, of_warp, p.block() * p.cores());
    b.end_loop();
}

/// S_cm: the threads of a block, here of a core, share the edges of as many vertices.
void write_block(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather) {
    const Tables tables(p);
    const Registers r = identify(b);
    const Register warp = b.op(Op::warp, 0), zero = b.op(Op::move, 0);
    const Register base = b.op(Op::multiply, b.op(Op::core, 0), p.block());
    b.loop();
    b.break_if(b.op(Op::less, graph.bases_to_visit() - 1, base));
    const size_t before = b.mark();
    b.stage(Stage::registration);
    const Register v = b.op(Op::add, base, r.thread);
    const Span span = read_span(b, graph, gather, v, b.op(Op::less, v, graph.bases_to_visit()));
    const Register sum = b.op(Op::move, span.degree);
    inclusive_sum(b, p, sum, r.lane);
    b.if_true(b.op(Op::equal, r.lane, p.threads - 1));
    b.shared_store(tables.totals, warp, sum);
    b.end_if();
    b.emit({Op::barrier, b.stage()});
    // Each warp sums the totals itself.
    const Register of_warps = b.op(Op::move, 0);
    b.if_true(b.op(Op::less, r.lane, p.warps));
    b.into(of_warps, Op::add, b.shared_load(tables.totals, r.lane), 0);
    b.end_if();
    const Register own = b.op(Op::shuffle, of_warps, warp);
    inclusive_sum(b, p, of_warps, r.lane);
    const Register total = b.op(Op::shuffle, of_warps, p.warps - 1);
    const Register offset = b.op(Op::shuffle, of_warps, warp);
    b.into(offset, Op::subtract, offset, own);
    b.into(sum, Op::subtract, sum, span.degree);
    b.into(sum, Op::add, sum, offset);
    b.shared_store(tables.sums, r.thread, sum);
    b.shared_store(tables.starts, r.thread, span.start);
    b.shared_store(tables.vertices, r.thread, span.vertex);
    b.emit({Op::barrier, b.stage()});
    const Register e = b.op(Op::move, r.thread);
    distribute(b, graph, gather, tables, e, total, zero, p.block(), p.block());
    b.emit({Op::barrier, b.stage()});
    b.release(before);
    b.stage(Stage::registration);
    b.into(base, Op::add, base, p.block() * p.cores());
    b.end_loop();
}

/// S_strict: a thread for each edge searches all offsets for the edge's vertex. Davidson et al.
/// 2014 assign equal parts this way, but compact the frontier; here the filter is
/// evaluated for each edge.
void write_strict(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather) {
    if (graph.entries == 0) return;
    for_each_thread(b, p, graph.entries, [&](Register e) {
        b.stage(Stage::work_id);
        const Register limit = b.op(Op::add, e, 1);
        const Register k = b.op(Op::move, 0);
        uint32_t half = 1;
        while (half < graph.vertices) half *= 2;
        for (half /= 2; half > 0; half /= 2) {
            const size_t mark = b.mark();
            const Register middle = b.op(Op::add, k, half);
            b.into(middle, Op::minimum, middle, graph.vertices - 1);
            const Register offset = b.load(graph.offsets, middle);
            b.select(k, b.op(Op::less, offset, limit), middle);
            b.release(mark);
        }
        b.stage(Stage::gather);
        const std::optional<Register> passes = gather.filter(b, k);
        if (passes) b.if_true(*passes);
        b.stage(Stage::edge_access);
        b.iteration();
        gather.edge(b, edge_in_memory(graph, k, e, false, false));
        if (passes) b.end_if();
        b.stage(Stage::work_id);
    });
}

} // namespace grb::weaver
