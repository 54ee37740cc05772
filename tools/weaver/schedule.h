// Schedules, which assign edges to threads.
#pragma once

#include "core.h"
#include "gather.h"

namespace grb::weaver {

/// An assignment of edges to threads, an entry of the list; `write` makes the program.
struct Schedule {
    const char *name;  ///< "vm"
    const char *title; ///< "S_vm"
    bool has_unit;     ///< the unit's tables take a part of the L1
    void (*write)(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather);
};
const std::vector<Schedule> &schedules();

/// Throws tool::InputError if no schedule has this name.
const Schedule &schedule_named(const std::string &name);

Kernel make_kernel(const Schedule &schedule, const Parameters &p, const GraphAddresses &graph,
                   Gather &gather);

/// Writes body(v) for v from 0 to count - 1, with a thread for each.
template <class Body>
void for_each_thread(Builder &b, const Parameters &p, uint32_t count, const Body &body) {
    const Register core = b.op(Op::core, 0), thread = b.op(Op::thread, 0);
    const Register v = b.op(Op::multiply, core, p.block());
    b.into(v, Op::add, v, thread);
    b.loop();
    b.break_if(b.op(Op::less, count - 1, v));
    const size_t before = b.mark();
    body(v);
    b.release(before);
    b.into(v, Op::add, v, p.block() * p.cores());
    b.end_loop();
}

// Schedules in files of their own.
void write_warp(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather);
void write_block(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather);
void write_weaver(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather);
void write_generator(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather);
void write_twc(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather);
void write_twce(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather);
void write_strict(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather);

/// The edge `e` of `base` in the arrays of the graph.
Edge edge_in_memory(const GraphAddresses &graph, Register base, Register e, bool is_own,
                    bool has_unit);

/// A vertex by its number, the start of its edges and their count. All are 0 in threads without a
/// vertex, and where the filter excludes the vertex or `condition` is false.
struct Span {
    Register vertex, start, degree;
};
Span read_span(Builder &b, const GraphAddresses &graph, Gather &gather, Register number,
               Register condition);

/// Returns the vertex of this number: the number itself, or its entry of the list.
Register vertex_of(Builder &b, const GraphAddresses &graph, Register number);

/// Tells whether the vertex must be visited; nothing: always, as for vertices of a list.
std::optional<Register> passes_filter(Builder &b, const GraphAddresses &graph, Gather &gather,
                                      Register vertex);

} // namespace grb::weaver
