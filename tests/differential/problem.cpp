// Makes the choices of a random problem.
#include "differential/problem.h"

#include <algorithm>
#include <cmath>

namespace grb::fuzz {
namespace {

constexpr Index huge = Index{1} << 60;

template <class T>
T small_value(Rng &rng, std::int64_t bound) {
    if constexpr (std::is_same_v<T, bool>) return rng.chance(60);
    if constexpr (std::is_unsigned_v<T>) return static_cast<T>(rng.between(0, bound));
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(bound > 2
                                  ? static_cast<double>(rng.between(-4 * bound, 4 * bound)) / 4
                                  : static_cast<double>(rng.between(-bound, bound)));
    }
    return static_cast<T>(rng.between(-bound, bound));
}

template <class T>
T any_value(Rng &rng) {
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_floating_point_v<T>) {
        const std::vector<T> special = {Limits::infinity(), -Limits::infinity(),
                                        Limits::quiet_NaN(), T(1e10), T(-3e9)};
        return rng.chance(6) ? rng.pick(special) : small_value<T>(rng, 8);
    } else {
        if (rng.chance(8)) return rng.chance(50) ? Limits::max() : Limits::min();
        return rng.chance(8) ? static_cast<T>(rng.next()) : small_value<T>(rng, 8);
    }
}

} // namespace

Problem::Problem(std::uint64_t seed) : rng(seed) {
    const std::uint64_t size = rng.below(100);
    if (seed & large_bit)
        scale = {2500, 40000, Values::Any};
    else if (size < 45)
        scale.largest = 8;
    else if (size < 94)
        scale.largest = 40;
    else if (size < 96)
        scale = {300, 4000, Values::Any};
    else
        is_huge_ = true;
    if (rng.chance(15)) scale.values = Values::Identical;
    threads_ = static_cast<int>(1 + rng.below(4));
}

Index Problem::dimension() {
    if (!dimensions_.empty() && rng.chance(50)) return rng.pick(dimensions_);
    Index n = 1 + rng.below(scale.largest);
    if (rng.chance(3))
        n = 0;
    else if (rng.chance(6))
        n = 1;
    else if (is_huge_ && rng.chance(75))
        n = rng.chance(60) ? huge : huge / 3 + 7;
    dimensions_.push_back(n);
    return n;
}

Type Problem::any_type() {
    return is_of_user_types || rng.chance(12) ? rng.pick(algebra().user_types)
                                              : rng.pick(model::stored_types());
}

Type Problem::type_like(const Type &domain) {
    if (domain.is_user() || is_plain || rng.chance(55)) return domain;
    return rng.pick(model::stored_types());
}

Value Problem::value(const Type &type) {
    if (type.is_user()) {
        Value x{type, {}};
        for (std::size_t k = 0; k < type.size; ++k) {
            const bool is_low_byte = k % 4 == 0;
            x.bytes[k] = static_cast<unsigned char>(is_low_byte ? rng.below(16) : 0);
        }
        return x;
    }
    // The cast rounds a value that the narrow type cannot hold: 1e10 is infinite in FP16.
    if (type.is_narrow()) return cast(value(model::type_of(model::TypeCode::Fp32)), type);
    return model::visit_type(type.code, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>) {
            if (has_negative_zeros && rng.chance(6)) return Value::of(-T{0});
        }
        if (scale.values == Values::Any) return Value::of(any_value<T>(rng));
        return Value::of(small_value<T>(rng, scale.values == Values::Tiny ? 2 : 8));
    });
}

/// The ends lie anywhere, often at the ends of the dimension, where huge operands have entries.
model::Range Problem::range(Index dimension) {
    const auto index = [&] {
        const Index near = rng.below(std::min<Index>(dimension, 6));
        return rng.chance(40) ? near : rng.chance(60) ? dimension - 1 - near : rng.below(dimension);
    };
    const Index x = index(), y = index(), span = std::max(x, y) - std::min(x, y);
    const bool is_downwards = rng.chance(40), is_empty = rng.chance(8);
    const Index step = rng.chance(50) ? 1 : 1 + rng.below(rng.chance(50) ? 4 : span + 2);
    return is_downwards != is_empty
               ? model::Range{std::max(x, y), std::min(x, y), step, is_downwards}
               : model::Range{std::min(x, y), std::max(x, y), step, is_downwards};
}

Indices Problem::indices(Index dimension, bool with_duplicates) {
    Indices chosen;
    if (rng.chance(walks_mask ? 85 : 40)) return chosen;
    chosen.all = false;
    if (dimension == 0 || rng.chance(4)) return chosen;
    if (rng.chance(35)) {
        chosen.range = range(dimension);
        return chosen;
    }
    const Index wanted = 1 + rng.below(std::min<Index>(dimension, scale.largest));
    const Index first = rng.below(dimension);
    const bool is_range = rng.chance(30);
    for (Index k = 0; k < wanted; ++k) {
        const Index index = is_range ? (first + k) % dimension : rng.below(dimension);
        const bool is_there =
            std::find(chosen.list.begin(), chosen.list.end(), index) != chosen.list.end();
        if (with_duplicates || !is_there) chosen.list.push_back(index);
    }
    return chosen;
}

void Problem::choose_descriptor() {
    descriptor.replace = rng.chance(25) && !walks_mask;
    descriptor.structure = rng.chance(40);
    descriptor.complement = rng.chance(30) && !walks_mask;
    descriptor.transpose0 = rng.chance(30);
    descriptor.transpose1 = rng.chance(30);
    passed_ = descriptor;
}

void Problem::limit_terms(const BinaryOp &op) {
    if (!op.z.is_float()) return;
    const bool is_product = op.name.rfind("TIMES", 0) == 0;
    if (scale.values == Values::Any || is_product) {
        scale.values = is_product ? Values::Tiny : Values::Small;
    }
    if (is_product) {
        scale.largest = std::min<Index>(scale.largest, 8);
        scale.entries = 12;
    }
}

bool Problem::is_exact_term(const BinaryOp &multiply, const BinaryOp &add) const {
    if (!add.z.is_float()) return true;
    for (const char *name : {"DIV_", "RDIV_", "FMOD_", "REMAINDER_", "LDEXP_"})
        if (multiply.name.rfind(name, 0) == 0) return false;
    return true;
}

Matrix Problem::random_content(const Type &type, Index nrows, Index ncols) {
    Matrix a{type, nrows, ncols, {}};
    if (nrows == 0 || ncols == 0) return a;
    const bool is_identical = scale.values == Values::Identical || (!stored && rng.chance(8));
    const Value same = value(type);
    auto next_value = [&] { return is_identical ? same : value(type); };
    const double elements = static_cast<double>(nrows) * static_cast<double>(ncols);
    const std::vector<double> densities = {0.0, 0.03, 0.1, 0.3, 0.6, 0.9, 1.0};
    const bool must_be_full = is_full || (is_plain && ncols == 1);
    const double density = stored                           ? stored->density
                           : must_be_full || rng.chance(14) ? 1.0
                                                            : rng.pick(densities);
    const double wanted = std::min(elements * density, static_cast<double>(scale.entries));
    if (is_full || (density == 1.0 && elements <= static_cast<double>(scale.entries))) {
        for (Index i = 0; i < nrows; ++i) {
            for (Index j = 0; j < ncols; ++j) a.entries[{i, j}] = next_value();
        }
        return a;
    }
    // Some matrices have one row with most of the entries, or entries in few rows.
    const bool has_hub = !stored && rng.chance(10), has_empty_rows = !stored && rng.chance(10);
    const Index hub = rng.below(nrows);
    const auto shaped = [&](Index i) {
        if (has_hub && rng.chance(80)) return hub;
        return has_empty_rows ? i / 9 * 9 : i;
    };
    // Large dimensions hold some entries at a few positions, so that operands of one problem
    // intersect.
    for (double k = is_huge_ && !stored ? wanted - 12 : 0; k < wanted; ++k) {
        const bool near = nrows >= huge / 4 && rng.chance(80);
        const bool narrow = ncols >= huge / 4 && rng.chance(80);
        a.entries[{shaped(near ? nrows - 1 - rng.below(4) : rng.below(nrows)),
                   narrow ? ncols - 1 - rng.below(4) : rng.below(ncols)}] = next_value();
    }
    return a;
}

void Problem::relate(Matrix &a, const Matrix &other) {
    if (rng.chance(40)) {
        for (const auto &[at, x] : other.entries) a.entries.erase(at);
        return;
    }
    a.entries.clear();
    for (const auto &[at, x] : other.entries) a.entries[at] = value(a.type);
}

OperandId Problem::operand(const Type &domain, Index nrows, Index ncols, bool is_vector) {
    std::vector<OperandId> fitting, of_same_shape;
    for (OperandId id = 0; id < operands_.size(); ++id) {
        const Operand &o = *operands_[id];
        if (o.is_vector != is_vector || o.before.nrows != nrows || o.before.ncols != ncols)
            continue;
        of_same_shape.push_back(id);
        if (is_compatible(o.before.type, domain)) fitting.push_back(id);
    }
    if (!stored && !is_full && !is_balanced && !fitting.empty() && rng.chance(25))
        return rng.pick(fitting);
    auto fresh = std::make_unique<Operand>();
    fresh->is_vector = is_vector;
    fresh->before = random_content(type_like(domain), nrows, ncols);
    if (!stored && !is_full && !of_same_shape.empty() && rng.chance(20))
        relate(fresh->before, model_of(rng.pick(of_same_shape)));
    choose_physical_state(*fresh);
    operands_.push_back(std::move(fresh));
    return operands_.size() - 1;
}

OperandId Problem::matrix(const Type &domain, Index nrows, Index ncols) {
    return operand(domain, nrows, ncols, false);
}

OperandId Problem::vector(const Type &domain, Index size) {
    return operand(domain, size, 1, true);
}

void Problem::choose_mask(OperandId id) {
    if (!rng.chance(60) && !walks_mask) return;
    const Matrix &c = model_of(id);
    // A structural mask may be of any type; this tests user-defined types more often.
    const Type type =
        descriptor.structure && rng.chance(20) ? any_type() : rng.pick(model::stored_types());
    mask = operand(type, c.nrows, c.ncols, operands_[id]->is_vector);
}

void Problem::choose_mask_vector(Index size) {
    if (rng.chance(60)) mask = vector(rng.pick(model::stored_types()), size);
}

void Problem::choose_accumulator(const Type &c, const Type &t) {
    if (rng.chance(45)) return;
    const bool is_own_domain = rng.chance(60);
    const BinaryOp *chosen = pick_where(rng, algebra().binary, [&](const BinaryOp &op) {
        return is_compatible(op.x, c) && is_compatible(op.z, c) && is_compatible(op.y, t) &&
               is_exact_term(op, op) && (!is_own_domain || op.z == c);
    });
    if (chosen) accumulator = *chosen;
}

model::Write Problem::write() const {
    return {model_of(output), mask ? &model_of(*mask) : nullptr,
            accumulator ? &*accumulator : nullptr, descriptor};
}

} // namespace grb::fuzz
