// Writes the edge instructions of PageRank, BFS, SSSP, components, hooking and GCN.
#include "gather.h"

#include <bit>

namespace grb::weaver {

namespace {

/// sums(v) += shares(u).
class PageRank : public Gather {
public:
    PageRank(Direction direction, uint32_t shares, uint32_t sums)
        : is_pull_(direction == Direction::pull), shares_(shares), sums_(sums) {}

    void begin(Builder &b, Register base) override {
        own_ = is_pull_ ? b.op(Op::move, 0) : b.load(shares_, base);
    }
    void edge(Builder &b, const Edge &edge) override {
        const Register other = edge.other(b);
        b.stage(Stage::gather);
        if (!is_pull_) {
            const Register share = edge.is_own ? own_ : b.load(shares_, edge.base);
            b.atomic(Op::atomic_add_float, sums_, other, share);
            return;
        }
        const Register share = b.load(shares_, other);
        if (edge.is_own)
            b.into(own_, Op::add_float, own_, share);
        else
            b.atomic(Op::atomic_add_float, sums_, edge.base, share);
    }
    void end(Builder &b, Register base) override {
        if (is_pull_) b.store(sums_, base, own_);
    }

private:
    bool is_pull_;
    uint32_t shares_, sums_;
    Register own_ = no_register;
};

/// levels(v) = depth + 1 where it is -1 and a neighbour has depth.
class Bfs : public Gather {
public:
    Bfs(Direction direction, uint32_t levels, uint32_t depth, bool leaves_at_hit)
        : is_pull_(direction == Direction::pull), leaves_at_hit_(leaves_at_hit), levels_(levels),
          depth_(depth) {}

    std::optional<Register> filter(Builder &b, Register base) override {
        const Register level = b.load(levels_, base);
        return b.op(Op::equal, level, is_pull_ ? no_level : depth_);
    }
    void begin(Builder &b, Register) override { found_ = b.op(Op::move, 0); }
    void edge(Builder &b, const Edge &edge) override {
        const Register other = edge.other(b);
        b.stage(Stage::gather);
        const Register level = b.load(levels_, other);
        if (is_pull_ && edge.is_own) {
            if (leaves_at_hit_)
                b.into(found_, Op::equal, level, depth_);
            else
                b.into(found_, Op::bit_or, found_, b.op(Op::equal, level, depth_));
            return;
        }
        b.if_true(b.op(Op::equal, level, is_pull_ ? depth_ : no_level));
        b.store(levels_, is_pull_ ? edge.base : other, depth_ + 1);
        if (is_pull_ && edge.has_unit) {
            Instruction skip{Op::weaver_skip, b.stage()};
            skip.a = edge.base;
            b.emit(skip);
        }
        b.end_if();
    }
    std::optional<Register> is_enough() override {
        return is_pull_ && leaves_at_hit_ ? std::optional(found_) : std::nullopt;
    }
    void end(Builder &b, Register base) override {
        if (!is_pull_) return;
        b.if_true(found_);
        b.store(levels_, base, depth_ + 1);
        b.end_if();
    }

private:
    static constexpr uint32_t no_level = ~uint32_t{0};
    bool is_pull_, leaves_at_hit_;
    uint32_t levels_, depth_;
    Register found_ = no_register;
};

/// next(v) = min(next(v), distances(u) + w) for u in the frontier.
class Sssp : public Gather {
public:
    Sssp(Direction direction, const ShortestAddresses &addresses)
        : is_pull_(direction == Direction::pull), at_(addresses) {}

    std::optional<Register> filter(Builder &b, Register base) override {
        if (is_pull_) return {};
        return b.load(at_.frontier, base);
    }
    void begin(Builder &b, Register base) override { own_ = b.load(at_.distances, base); }
    void edge(Builder &b, const Edge &edge) override {
        const Register other = edge.other(b);
        if (!is_pull_) {
            const Register weight = edge.weight(b);
            b.stage(Stage::gather);
            const Register from = edge.is_own ? own_ : b.load(at_.distances, edge.base);
            b.atomic(Op::atomic_minimum, at_.next, other, b.op(Op::add, from, weight));
            return;
        }
        b.stage(Stage::gather);
        b.if_true(b.load(at_.frontier, other));
        b.stage(Stage::edge_access);
        const Register weight = edge.weight(b);
        b.stage(Stage::gather);
        const Register reached = b.op(Op::add, b.load(at_.distances, other), weight);
        if (edge.is_own)
            b.into(own_, Op::minimum, own_, reached);
        else
            b.atomic(Op::atomic_minimum, at_.next, edge.base, reached);
        b.end_if();
    }
    void end(Builder &b, Register base) override {
        if (is_pull_) b.store(at_.next, base, own_);
    }

private:
    bool is_pull_;
    ShortestAddresses at_;
    Register own_ = no_register;
};

/// next(v) = min(next(v), labels(u)).
class Components : public Gather {
public:
    Components(Direction direction, uint32_t labels, uint32_t next)
        : is_pull_(direction == Direction::pull), labels_(labels), next_(next) {}

    void begin(Builder &b, Register base) override {
        own_ = b.load(labels_, base);
        least_ = b.op(Op::move, own_);
    }
    void edge(Builder &b, const Edge &edge) override {
        const Register other = edge.other(b);
        b.stage(Stage::gather);
        const Register far = b.load(labels_, other);
        if (is_pull_ && edge.is_own) {
            b.into(least_, Op::minimum, least_, far);
            return;
        }
        const Register near = edge.is_own ? own_ : b.load(labels_, edge.base);
        b.if_true(is_pull_ ? b.op(Op::less, far, near) : b.op(Op::less, near, far));
        b.atomic(Op::atomic_minimum, next_, is_pull_ ? edge.base : other, is_pull_ ? far : near);
        b.end_if();
    }
    void end(Builder &b, Register base) override {
        if (!is_pull_) return;
        b.if_true(b.op(Op::less, least_, own_));
        b.store(next_, base, least_);
        b.end_if();
    }

private:
    bool is_pull_;
    uint32_t labels_, next_;
    Register own_ = no_register, least_ = no_register;
};

/// Hooks the parents of an edge's ends as Soman et al. 2010 do, pulled.
class Hooking : public Gather {
public:
    Hooking(uint32_t labels, uint32_t next) : labels_(labels), next_(next) {}

    void begin(Builder &b, Register base) override {
        own_ = b.load(labels_, base);
        least_ = b.op(Op::move, own_);
    }
    void edge(Builder &b, const Edge &edge) override {
        const Register other = edge.other(b);
        b.stage(Stage::gather);
        const Register far = b.load(labels_, other);
        if (edge.is_own) {
            b.into(least_, Op::minimum, least_, far);
            return;
        }
        const Register near = b.load(labels_, edge.base);
        b.if_true(b.op(Op::less, far, near));
        b.atomic(Op::atomic_minimum, next_, near, far);
        b.end_if();
    }
    void end(Builder &b, Register) override {
        b.if_true(b.op(Op::less, least_, own_));
        b.atomic(Op::atomic_minimum, next_, own_, least_);
        b.end_if();
    }

private:
    uint32_t labels_, next_;
    Register own_ = no_register, least_ = no_register;
};

/// Visits all values of an edge's row in one thread, with an atomic for each.
class Features : public Gather {
public:
    explicit Features(const FeatureAddresses &addresses) : at_(addresses) {}

    void edge(Builder &b, const Edge &edge) override {
        const Register other = edge.other(b);
        const Register weight = at_.degrees == 0 ? edge.weight(b) : b.fresh();
        b.stage(Stage::gather);
        if (at_.degrees != 0) {
            const size_t before = b.mark();
            const Register product = b.op(Op::multiply_float, b.load(at_.degrees, edge.base),
                                          b.load(at_.degrees, other));
            b.into(product, Op::root_float, product);
            b.into(weight, Op::divide_float, std::bit_cast<uint32_t>(1.0f), product);
            b.release(before);
        }
        const Register from = b.op(Op::shift_left, other, 4);
        const Register to = b.op(Op::shift_left, edge.base, 4);
        for (uint32_t k = 0; k < feature_width; ++k) {
            const size_t before = b.mark();
            const Register value = b.load(at_.in + k, from);
            b.into(value, Op::multiply_float, value, weight);
            b.atomic(Op::atomic_add_float, at_.out + k, to, value);
            b.release(before);
        }
    }

private:
    FeatureAddresses at_;
};

} // namespace

std::unique_ptr<Gather> pagerank_gather(Direction direction, uint32_t shares, uint32_t sums) {
    return std::make_unique<PageRank>(direction, shares, sums);
}
std::unique_ptr<Gather> bfs_gather(Direction direction, uint32_t levels, uint32_t depth,
                                   bool leaves_at_hit) {
    return std::make_unique<Bfs>(direction, levels, depth, leaves_at_hit);
}
std::unique_ptr<Gather> sssp_gather(Direction direction, const ShortestAddresses &addresses) {
    return std::make_unique<Sssp>(direction, addresses);
}
std::unique_ptr<Gather> components_gather(Direction direction, uint32_t labels, uint32_t next) {
    return std::make_unique<Components>(direction, labels, next);
}
std::unique_ptr<Gather> hooking_gather(uint32_t labels, uint32_t next) {
    return std::make_unique<Hooking>(labels, next);
}
std::unique_ptr<Gather> feature_gather(const FeatureAddresses &addresses) {
    return std::make_unique<Features>(addresses);
}

} // namespace grb::weaver
