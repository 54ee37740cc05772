// Simulation places a graph in the machine's memory and runs the algorithms on it.
#include "simulation.h"

#include "io/input_error.h"
#include "io/printable.h"

#include <algorithm>
#include <bit>
#include <ctime>
#include <fmt/format.h>
#include <limits>

namespace grb::weaver {

namespace {

constexpr uint32_t unreached = ~uint32_t{0};
constexpr uint32_t infinite = std::numeric_limits<int32_t>::max() / 2;
constexpr float damping = 0.85f;
constexpr double pull_from =
    10; ///< `may_push` pulls if the frontier's edges are 1/pull_from of all or more

class Simulation {
public:
    Simulation(const Graph &graph, const Schedule &schedule, const Parameters &parameters,
               const Setting &setting)
        : graph_(graph), schedule_(schedule), p_(parameters), setting_(setting) {
        memory_.allocate(p_.line_bytes / 4, p_.line_bytes); // no array is at 0, which means 'none'
        const bool has_weights =
            setting.algorithm == Algorithm::sssp || setting.algorithm == Algorithm::gcn;
        at_ = copy_in(setting.direction == Direction::pull ? graph.in : graph.out, has_weights);
        if (setting.may_push) pushed_at_ = copy_in(graph.out, has_weights);
    }

    Result run() {
        machine_.emplace(p_, memory_);
        if (em_edges() == EdgeArrays::expanded)
            for (const GraphAddresses *const at : {&at_, &pushed_at_}) expand(*at);
        switch (setting_.algorithm) {
        case Algorithm::pagerank:
            pagerank();
            break;
        case Algorithm::bfs:
            bfs();
            break;
        case Algorithm::sssp:
            sssp();
            break;
        case Algorithm::components:
            components();
            break;
        case Algorithm::hooking:
            hooking();
            break;
        case Algorithm::gcn:
            gcn();
            break;
        }
        result_.cycles = machine_->cycles();
        result_.counts = machine_->counts();
        const MemorySystem &memory = machine_->memory_system();
        result_.l2 = memory.l2();
        result_.l3 = memory.l3();
        result_.dram_lines = memory.dram().lines();
        result_.dram_row_misses = memory.dram().row_misses();
        result_.atomic_words = memory.atomic_words();
        return std::move(result_);
    }

private:
    uint32_t copy_in(const std::vector<uint32_t> &values) {
        return memory_.copy_in(values, p_.line_bytes);
    }
    GraphAddresses copy_in(const Rows &rows, bool has_weights) {
        return copy_in_edges(memory_, p_.line_bytes, rows, em_edges(), has_weights);
    }
    EdgeArrays em_edges() const {
        return std::string(schedule_.name) == "em" ? setting_.em_edges : EdgeArrays::by_base;
    }
    void expand(const GraphAddresses &at);
    /// Allocates a word for each vertex, before the machine begins.
    uint32_t vertex_array(uint32_t value) {
        return copy_in(std::vector<uint32_t>(graph_.vertices, value));
    }
    float real(uint32_t address) const { return std::bit_cast<float>(memory_[address]); }
    static uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }

    void run_kernel(const Kernel &kernel, size_t part) {
        const uint64_t before = machine_->cycles();
        machine_->run(kernel, setting_.threads);
        result_.kernel_cycles[part] += machine_->cycles() - before;
    }
    void gather(Gather &gather, const GraphAddresses &at, size_t part = 0) {
        run_kernel(make_kernel(schedule_, p_, at, gather), part);
    }
    void gather(Gather &gather, size_t part = 0) { this->gather(gather, at_, part); }
    /// Runs body(b, v) for each vertex in a thread of its own, alike for all schedules.
    template <class Body>
    void apply(const Body &body) {
        Builder b;
        b.stage(Stage::apply);
        for_each_thread(b, p_, graph_.vertices, [&](Register v) { body(b, v); });
        Kernel kernel(b.finish());
        kernel.has_unit = schedule_.has_unit;
        run_kernel(kernel, 1);
    }
    std::vector<int32_t> whole(uint32_t array, uint32_t none) const {
        std::vector<int32_t> values(graph_.vertices);
        for (uint32_t v = 0; v < graph_.vertices; ++v)
            values[v] = memory_[array + v] == none ? -1 : static_cast<int32_t>(memory_[array + v]);
        return values;
    }
    uint32_t degree(uint32_t v) const { return graph_.out.offsets[v + 1] - graph_.out.offsets[v]; }

    void pagerank();
    void bfs();
    void sssp();
    void components();
    void hooking();
    void gcn();
    bool next_frontier(uint32_t flags, uint32_t value);
    bool is_pushed() const;
    GraphAddresses list_frontier(GraphAddresses at, uint32_t flags, uint32_t value);
    Kernel by_feature(uint32_t in, uint32_t out, uint32_t degrees) const;

    const Graph &graph_;
    const Schedule &schedule_;
    const Parameters p_;
    const Setting setting_;
    Memory memory_;
    GraphAddresses at_, pushed_at_;
    uint32_t list_ = 0, positions_ = 0; ///< of a frontier that is listed, and of each vertex in it
    std::optional<Machine> machine_;
    Result result_;
};

/// Writes the base of each edge, a thread for each vertex.
void Simulation::expand(const GraphAddresses &at) {
    if (at.entries == 0) return;
    apply([&](Builder &b, Register v) {
        const Register e = b.load(at.offsets, v), end = b.load(at.offsets + 1, v);
        b.into(end, Op::subtract, end, 1);
        b.loop();
        b.break_if(b.op(Op::less, end, e));
        b.store(at.bases, e, v);
        b.into(e, Op::add, e, 1);
        b.end_loop();
    });
}

void Simulation::pagerank() {
    const uint32_t n = graph_.vertices;
    const float start = 1.0f / static_cast<float>(n);
    const uint32_t ranks = vertex_array(bits(start)), sums = vertex_array(0);
    const uint32_t shares = vertex_array(0), degrees = vertex_array(0);
    for (uint32_t v = 0; v < n; ++v) {
        memory_[degrees + v] = bits(static_cast<float>(std::max(1u, degree(v))));
        memory_[shares + v] = bits(degree(v) > 0 ? start / static_cast<float>(degree(v)) : 0);
    }
    for (uint32_t k = 0; k < setting_.iterations; ++k) {
        double sunk = 0;
        for (uint32_t v = 0; v < n; ++v)
            if (degree(v) == 0) sunk += real(ranks + v);
        const auto base = static_cast<float>((1 - damping + damping * sunk) / n);
        gather(*pagerank_gather(setting_.direction, shares, sums));
        apply([&](Builder &b, Register v) {
            const Register sum = b.load(sums, v), of = b.load(degrees, v);
            b.into(sum, Op::multiply_float, sum, bits(damping));
            b.into(sum, Op::add_float, sum, bits(base));
            b.store(ranks, v, sum);
            b.into(sum, Op::divide_float, sum, of);
            b.store(shares, v, sum);
            b.store(sums, v, 0);
        });
        ++result_.rounds;
    }
    for (uint32_t v = 0; v < n; ++v) result_.values.real.push_back(real(ranks + v));
}

/// Records the vertices with the value as the next round's frontier; false: there are none.
bool Simulation::next_frontier(uint32_t flags, uint32_t value) {
    std::vector<uint32_t> frontier;
    for (uint32_t v = 0; v < graph_.vertices; ++v)
        if (memory_[flags + v] == value) frontier.push_back(v);
    if (frontier.empty()) return false;
    result_.values.frontiers.push_back(std::move(frontier));
    return true;
}

/// Tells whether this round pushes: with `may_push`, if few edges leave the frontier.
bool Simulation::is_pushed() const {
    if (!setting_.may_push) return setting_.direction == Direction::push;
    uint64_t edges = 0;
    for (const uint32_t v : result_.values.frontiers.back()) edges += degree(v);
    return edges * pull_from < graph_.entries;
}

/// Runs a kernel that lists the frontier's vertices. Their positions, a prefix sum, cost nothing.
GraphAddresses Simulation::list_frontier(GraphAddresses at, uint32_t flags, uint32_t value) {
    const std::vector<uint32_t> &frontier = result_.values.frontiers.back();
    for (uint32_t k = 0; k < frontier.size(); ++k) memory_[positions_ + frontier[k]] = k;
    apply([&](Builder &b, Register v) {
        b.if_true(b.op(Op::equal, b.load(flags, v), value));
        b.store(list_, b.load(positions_, v), v);
        b.end_if();
    });
    at.list = list_;
    at.listed = static_cast<uint32_t>(frontier.size());
    return at;
}

void Simulation::bfs() {
    const uint32_t levels = vertex_array(unreached);
    list_ = vertex_array(0);
    positions_ = vertex_array(0);
    memory_[levels + setting_.source] = 0;
    for (; next_frontier(levels, result_.rounds); ++result_.rounds) {
        const bool pushes = is_pushed();
        GraphAddresses at = pushes && setting_.may_push ? pushed_at_ : at_;
        if (pushes && setting_.lists_frontier) at = list_frontier(at, levels, result_.rounds);
        gather(*bfs_gather(pushes ? Direction::push : Direction::pull, levels, result_.rounds,
                           setting_.leaves_at_hit),
               at);
    }
    result_.values.whole = whole(levels, unreached);
}

void Simulation::sssp() {
    const uint32_t distances = vertex_array(infinite), next = vertex_array(infinite);
    const uint32_t frontier = vertex_array(0);
    list_ = vertex_array(0);
    positions_ = vertex_array(0);
    memory_[distances + setting_.source] = memory_[next + setting_.source] = 0;
    memory_[frontier + setting_.source] = 1;
    for (; next_frontier(frontier, 1); ++result_.rounds) {
        const bool lists = setting_.lists_frontier && setting_.direction == Direction::push;
        gather(*sssp_gather(setting_.direction, {distances, next, frontier}),
               lists ? list_frontier(at_, frontier, 1) : at_);
        apply([&](Builder &b, Register v) {
            const Register reached = b.load(next, v), old = b.load(distances, v);
            const Register is_new = b.op(Op::less, reached, old);
            b.store(frontier, v, is_new);
            b.if_true(is_new);
            b.store(distances, v, reached);
            b.end_if();
        });
    }
    result_.values.whole = whole(distances, infinite);
}

void Simulation::components() {
    std::vector<uint32_t> own(graph_.vertices);
    for (uint32_t v = 0; v < graph_.vertices; ++v) own[v] = v;
    // Labels and next; each round swaps `now` and `later`.
    uint32_t now[2] = {copy_in(own), copy_in(own)}, later[2] = {vertex_array(0), vertex_array(0)};
    for (bool goes_on = true; goes_on; ++result_.rounds) {
        gather(*components_gather(setting_.direction, now[0], now[1]));
        apply([&](Builder &b, Register v) {
            const Register label = b.load(now[1], v);
            b.load_into(label, now[1], label);
            b.load_into(label, now[1], label);
            b.store(later[0], v, label);
            b.store(later[1], v, label);
        });
        goes_on = false;
        for (uint32_t v = 0; v < graph_.vertices && !goes_on; ++v)
            goes_on = memory_[later[0] + v] != memory_[now[0] + v];
        std::swap(now, later);
    }
    result_.values.whole = whole(now[0], unreached);
}

/// Hooks parents by the last round's labels, then moves vertices to roots (Soman et al. 2010).
void Simulation::hooking() {
    std::vector<uint32_t> own(graph_.vertices);
    for (uint32_t v = 0; v < graph_.vertices; ++v) own[v] = v;
    const uint32_t labels = copy_in(own), next = copy_in(own);
    for (bool goes_on = true; goes_on; ++result_.rounds) {
        const std::vector<int32_t> before = whole(labels, unreached);
        gather(*hooking_gather(labels, next));
        apply([&](Builder &b, Register v) {
            const Register label = b.load(next, v);
            b.loop();
            const size_t mark = b.mark();
            const Register parent = b.load(next, label);
            b.break_if(b.op(Op::equal, parent, label));
            b.into(label, Op::move, parent);
            b.release(mark);
            b.end_loop();
            b.store(labels, v, label);
        });
        // A second kernel copies the labels, since roots are searched in `next`.
        apply([&](Builder &b, Register v) { b.store(next, v, b.load(labels, v)); });
        goes_on = whole(labels, unreached) != before;
    }
    result_.values.whole = whole(labels, unreached);
}

/// S_vm of the paper's case study: a thread for each value of a vertex's row, which needs no
/// atomics. A warp has the values of two rows, or one value of 32 rows.
Kernel Simulation::by_feature(uint32_t in, uint32_t out, uint32_t degrees) const {
    Builder b;
    const bool has_rows = setting_.gcn_by_vertices;
    const uint32_t bits_of_vertex = std::bit_width(graph_.vertices - 1);
    const uint32_t count =
        has_rows ? feature_width << bits_of_vertex : graph_.vertices * feature_width;
    for_each_thread(b, p_, count, [&](Register k) {
        b.stage(Stage::registration);
        const Register v = has_rows ? b.op(Op::bit_and, k, (1u << bits_of_vertex) - 1)
                                    : b.op(Op::shift_right, k, 4);
        const Register feature = has_rows ? b.op(Op::shift_right, k, bits_of_vertex)
                                          : b.op(Op::bit_and, k, feature_width - 1);
        b.if_true(b.op(Op::less, v, graph_.vertices));
        const Register e = b.load(at_.offsets, v), last = b.load(at_.offsets + 1, v);
        b.into(last, Op::subtract, last, 1);
        const Register sum = b.op(Op::move, 0);
        const Register own = degrees != 0 ? b.load(degrees, v) : no_register;
        b.stage(Stage::work_id);
        b.loop();
        b.break_if(b.op(Op::less, last, e));
        const size_t before = b.mark();
        b.stage(Stage::edge_access);
        b.iteration();
        const Register other = b.load(at_.columns, e);
        const Register c = b.load(degrees != 0 ? degrees : at_.weights, degrees != 0 ? other : e);
        b.stage(Stage::gather);
        if (degrees != 0) {
            b.into(c, Op::multiply_float, c, own);
            b.into(c, Op::root_float, c);
            b.into(c, Op::divide_float, bits(1.0f), c);
        }
        const Register from = b.op(Op::shift_left, other, 4);
        b.into(from, Op::add, from, feature);
        const Register value = b.load(in, from);
        b.into(value, Op::multiply_float, value, c);
        b.into(sum, Op::add_float, sum, value);
        b.release(before);
        b.stage(Stage::work_id);
        b.into(e, Op::add, e, 1);
        b.end_loop();
        b.stage(Stage::gather);
        const Register at = b.op(Op::shift_left, v, 4);
        b.into(at, Op::add, at, feature);
        b.store(out, at, sum);
        b.end_if();
        b.stage(Stage::registration);
    });
    return Kernel(b.finish());
}

/// Computes two products with n × 16 values: SpMM by weights, GraphSum by 1/sqrt(degree degree).
void Simulation::gcn() {
    const uint32_t n = graph_.vertices;
    std::vector<uint32_t> features;
    for (const float value : gcn_inputs(n)) features.push_back(bits(value));
    const uint32_t in = copy_in(features);
    const uint32_t middle = copy_in(std::vector<uint32_t>(uint64_t{n} * feature_width, 0));
    const uint32_t out = copy_in(std::vector<uint32_t>(uint64_t{n} * feature_width, 0));
    const uint32_t degrees = vertex_array(0);
    for (uint32_t v = 0; v < n; ++v)
        memory_[degrees + v] = bits(static_cast<float>(std::max(1u, degree(v))));
    for (uint32_t e = 0; e < graph_.entries; ++e)
        memory_[at_.weights + e * at_.edge_words] =
            bits(static_cast<float>(memory_[at_.weights + e * at_.edge_words]));
    if (std::string(schedule_.name) == "vm") {
        run_kernel(by_feature(in, middle, 0), 0);
        run_kernel(by_feature(middle, out, degrees), 1);
    } else {
        gather(*feature_gather({in, middle, 0}), 0);
        at_.weights = 0;
        gather(*feature_gather({middle, out, degrees}), 1);
    }
    result_.rounds = 1;
    for (uint32_t k = 0; k < n * feature_width; ++k) result_.values.real.push_back(real(out + k));
}

} // namespace

const char *name_of(Algorithm algorithm) {
    static const char *const names[] = {"pagerank", "bfs", "sssp", "cc", "hooking", "gcn"};
    return names[static_cast<size_t>(algorithm)];
}

Algorithm algorithm_named(const std::string &name) {
    for (const Algorithm algorithm : all_algorithms)
        if (name == name_of(algorithm)) return algorithm;
    throw tool::InputError(fmt::format(
        "there is no algorithm '{}' for the model; there are pagerank, bfs, sssp, cc, hooking, gcn",
        tool::printable(name)));
}

Result simulate(const Graph &graph, const Schedule &schedule, const Parameters &parameters,
                const Setting &setting) {
    const std::clock_t before = std::clock();
    Result result = Simulation(graph, schedule, parameters, setting).run();
    result.seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    return result;
}

} // namespace grb::weaver
