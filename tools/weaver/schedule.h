#pragma once

#include "core.h"
#include "gather.h"

namespace grb::weaver {

/// A way to deal out edges to threads: a row of the list, whose `write` makes the program.
struct Schedule {
    const char *name;  ///< "vm"
    const char *title; ///< "S_vm"
    bool has_unit;     ///< the L1 gives room to the unit's tables
    void (*write)(Builder &b, const Parameters &p, const GraphAddresses &graph, Gather &gather);
};
const std::vector<Schedule> &schedules();

/// Throws tool::InputError where there is none of this name.
const Schedule &schedule_named(const std::string &name);

Kernel make_kernel(const Schedule &schedule, const Parameters &p, const GraphAddresses &graph,
                   Gather &gather);

/// body(v) for v of 0 to count - 1, a thread for each.
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

// Schedules of their own files.
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

/// The vertex of this number, where its edges begin, and how many there are; 0 where the filter leaves it out or
/// `condition` is false. Values of threads that have none are 0 too.
struct Span {
    Register vertex, start, degree;
};
Span read_span(Builder &b, const GraphAddresses &graph, Gather &gather, Register number,
               Register condition);

/// The vertex of this number: itself, or the list's.
Register vertex_of(Builder &b, const GraphAddresses &graph, Register number);

/// Whether the vertex has to be looked at; nothing: always, as those of a list.
std::optional<Register> passes_filter(Builder &b, const GraphAddresses &graph, Gather &gather,
                                      Register vertex);

} // namespace grb::weaver
