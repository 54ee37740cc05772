// Draws the operands, mask, accumulator and descriptor of a random call.
#include "oracle/case.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace grb::oracle {
namespace {

/// The predefined descriptors, by their bits: replace, structure, complement, T0, T1.
GrB_Descriptor predefined_descriptor(unsigned bits) {
#define ORACLE_TRANSPOSES(stem) stem, stem##T0, stem##T1, stem##T0T1
    static const GrB_Descriptor table[32] = {nullptr,
                                             GrB_DESC_T0,
                                             GrB_DESC_T1,
                                             GrB_DESC_T0T1,
                                             ORACLE_TRANSPOSES(GrB_DESC_C),
                                             ORACLE_TRANSPOSES(GrB_DESC_S),
                                             ORACLE_TRANSPOSES(GrB_DESC_SC),
                                             ORACLE_TRANSPOSES(GrB_DESC_R),
                                             ORACLE_TRANSPOSES(GrB_DESC_RC),
                                             ORACLE_TRANSPOSES(GrB_DESC_RS),
                                             ORACLE_TRANSPOSES(GrB_DESC_RSC)};
#undef ORACLE_TRANSPOSES
    return table[bits];
}

bool has_equal_values(const Content &content) {
    const auto &entries = content.entries;
    return !entries.empty() && std::all_of(entries.begin(), entries.end(), [&](const auto &entry) {
        return std::memcmp(entry.second.bytes, entries.begin()->second.bytes,
                           sizeof(Value::bytes)) == 0;
    });
}

const char *const fault_names[] = {"none",     "dimension",    "domain",
                                   "position", "null operand", "null operator"};

} // namespace

Case::Case(const Algebra &operators, std::uint64_t seed, bool allows_long_dimensions)
    : algebra(operators), rng(seed), values(rng.chance(50) ? Values::Small : Values::Wild),
      with_pairs(rng.chance(8)) {
    const bool is_long = allows_long_dimensions && rng.chance(5);
    const bool is_large = rng.chance(4);
    for (int k = 0; k < 3; ++k) {
        Index dimension = 1 + rng.below(rng.chance(80) ? 9 : 40);
        if (is_large) dimension = 20 + rng.below(200);
        if (is_long) dimension = (Index{1} << rng.between(33, 59)) + rng.below(1000);
        if (!is_long && rng.chance(3)) dimension = 0;
        dimensions_.push_back(dimension);
        if (!is_long) continue;
        for (int n = 0; n < 8; ++n)
            near_[dimension].push_back(n == 0 ? dimension - 1 : rng.below(dimension));
    }
    if (rng.chance(9)) {
        fault_ = static_cast<Fault>(rng.between(1, 5));
        fault_after_ = static_cast<int>(rng.below(4));
    }
}

Case::~Case() {
    for (Operand &operand : operands_) free_handles(operand.owned);
    for (Scalar &scalar : scalars_) GrB_Scalar_free(&scalar.owned);
    if (owns_descriptor_) GrB_Descriptor_free(&descriptor_);
}

void Case::limit_dimensions(Index largest) {
    for (Index &dimension : dimensions_) {
        if (dimension > largest) dimension = 1 + dimension % largest;
    }
    near_.clear();
}

bool Case::fires(Fault fault) {
    if (fault_ != fault || has_fired_ || fault_after_-- > 0) return false;
    has_fired_ = true;
    say(std::string("FAULT=") + fault_names[static_cast<int>(fault)]);
    return true;
}

int Case::any_type() {
    return with_pairs && rng.chance(60) ? type_pair : builtin_type();
}

int Case::type_like(int type) {
    return type == type_pair || rng.chance(50) ? type : builtin_type();
}

int Case::output_type(int t) {
    if (!is_inexact()) return type_like(t);
    return rng.chance(50) ? type_FP32 : type_FP64;
}

bool Case::depends_on_order(const Monoid &monoid) const {
    const std::string &base = monoid.op.base;
    if (!is_float(monoid.op.z)) return false;
    return base == "TIMES" || (base == "PLUS" && values == Values::Wild);
}

void Case::make_inexact(const Monoid &monoid) {
    values = monoid.op.base == "TIMES" ? Values::Factors : Values::Finite;
    with_pairs = false;
    epsilon_ = type_epsilon(monoid.op.z);
    if (monoid.op.base == "TIMES") limit_dimensions(40);
}

double Case::tolerance(const Terms &of, const Value *old, int type) const {
    const double epsilon = std::max(epsilon_, type_epsilon(type));
    const bool adds = accumulator_ && old;
    const double magnitude = of.magnitude + (adds ? std::fabs(as_double(type, old->bytes)) : 0.0);
    return 4 * epsilon * (of.count + adds) * magnitude;
}

void Case::choose_descriptor() {
    if (rng.chance(30)) return;
    const unsigned bits = static_cast<unsigned>(rng.below(32));
    transpose_first = bits & 1, transpose_second = bits & 2, complements = bits & 4;
    is_structural = bits & 8, replaces = bits & 16;
    say(std::string("desc=") + (replaces ? "R" : "") + (is_structural ? "S" : "") +
        (complements ? "C" : "") + (transpose_first ? "T0" : "") + (transpose_second ? "T1" : ""));
    if (rng.chance(70)) {
        descriptor_ = predefined_descriptor(bits);
        return;
    }
    owns_descriptor_ = true;
    bool is_right = GrB_Descriptor_new(&descriptor_) == GrB_SUCCESS;
    const auto set = [&](bool wanted, GrB_Desc_Field field, GrB_Desc_Value value) {
        if (wanted) is_right &= GrB_Descriptor_set(descriptor_, field, value) == GrB_SUCCESS;
    };
    set(replaces, GrB_OUTP, GrB_REPLACE);
    set(complements, GrB_MASK, GrB_COMP);
    set(is_structural, GrB_MASK, GrB_STRUCTURE);
    set(transpose_first, GrB_INP0, GrB_TRAN);
    set(transpose_second, GrB_INP1, GrB_TRAN);
    if (!is_right) say("(GrB_Descriptor_set failed)");
}

Operand *Case::find_alias(int type, bool is_vector, Index nrows, Index ncols) {
    std::vector<Operand *> fitting;
    for (Operand &other : operands_) {
        const Content &content = other.content;
        if (content.is_vector == is_vector && content.nrows == nrows && content.ncols == ncols &&
            is_compatible(content.type, type))
            fitting.push_back(&other);
    }
    return fitting.empty() ? nullptr : rng.pick(fitting);
}

Operand *Case::operand(const std::string &name, int type, bool is_vector, Index nrows,
                       Index ncols) {
    if (fault_ == Fault::None && rng.chance(12)) {
        if (const Operand *other = find_alias(type, is_vector, nrows, ncols)) {
            say(name + "=" + other->name);
            operands_.push_back(
                {name, other->content, other->object, Handles(), /*is_alias=*/true});
            return &operands_.back();
        }
    }
    if (fires(Fault::Domain)) type = type == type_pair ? int{type_FP64} : int{type_pair};
    if (fires(Fault::Dimension)) ++(is_vector || rng.chance(50) ? nrows : ncols);
    Operand operand;
    operand.name = name;
    operand.content = random_content(rng, type, is_vector, nrows, ncols, values, near_);
    operand.owned = realise(rng, operand.content);
    say(name + ":" + type_name(type) + "[" + operand.content.shape() + "," +
        std::to_string(operand.content.entries.size()) + "]");
    if (has_equal_values(operand.content)) say("(" + name + " iso)");
    if (!fires(Fault::NullOperand)) operand.object = operand.owned;
    operands_.push_back(std::move(operand));
    return &operands_.back();
}

Operand *Case::matrix(const std::string &name, int type, Index nrows, Index ncols) {
    return operand(name, type, false, nrows, ncols);
}

Operand *Case::vector(const std::string &name, int type, Index size) {
    return operand(name, type, true, size, 1);
}

Scalar *Case::scalar(const std::string &name, int type) {
    if (fires(Fault::Domain)) type = type == type_pair ? int{type_FP64} : int{type_pair};
    Scalar scalar;
    scalar.type = type;
    bool is_right = GrB_Scalar_new(&scalar.owned, type_handle(type)) == GrB_SUCCESS;
    if (fault_ != Fault::None || !rng.chance(12)) { // one mistake at a time
        scalar.value = random_value(rng, type, values);
        is_right &= with_api(type, [&](auto api) {
                        return api.scalar_set(scalar.owned, api.pass(*scalar.value));
                    }) == GrB_SUCCESS;
    }
    say(name + ":GrB_Scalar:" + type_name(type) + "=" +
        (scalar.value ? text_of(type, scalar.value->bytes) : "empty"));
    if (!is_right) say("(making it failed)");
    if (!fires(Fault::NullOperand)) scalar.handle = scalar.owned;
    scalars_.push_back(scalar);
    return &scalars_.back();
}

Scalar *Case::value(const std::string &name, int type) {
    Scalar scalar;
    scalar.type = type_like(type);
    scalar.value = random_value(rng, scalar.type, values);
    say(name + ":" + type_name(scalar.type) + "=" + text_of(scalar.type, scalar.value->bytes));
    scalars_.push_back(scalar);
    return &scalars_.back();
}

Index Case::position(Index size) {
    if (fires(Fault::Position)) return size + rng.below(3);
    if (is_long(size) && rng.chance(80)) return rng.pick(near_.at(size));
    return size == 0 ? 0 : rng.below(size);
}

Positions Case::positions(const std::string &name, Index size, bool with_repeats) {
    Positions result;
    std::vector<Index> &list = result.list;
    const bool is_short = size <= 1000;
    std::string kind = "random";
    if (size == 0) {
        kind = "none";
    } else if (is_short && rng.chance(20)) {
        kind = "ALL";
        result.is_all = true;
        for (Index i = 0; i < size; ++i) list.push_back(i);
    } else if (is_short && rng.chance(30)) {
        const Index start = rng.below(size), stride = 1 + rng.below(3);
        kind = "range";
        for (Index i = start; i < size && list.size() < 60; i += stride) list.push_back(i);
        if (rng.chance(30)) std::reverse(list.begin(), list.end());
    } else if (rng.chance(5)) {
        kind = "none";
    } else {
        const std::size_t count = 1 + rng.below(std::min<Index>(size + 2, 40));
        std::set<Index> seen;
        const bool repeats = with_repeats && rng.chance(60);
        if (repeats) kind = "repeats";
        for (std::size_t k = 0; k < count; ++k) {
            const Index i =
                is_long(size) && rng.chance(70) ? rng.pick(near_.at(size)) : rng.below(size);
            if (seen.insert(i).second || repeats) list.push_back(i);
        }
        if (rng.chance(30)) std::sort(list.begin(), list.end());
    }
    if (!result.is_all && !list.empty() && fires(Fault::Position))
        list[rng.below(list.size())] = size + rng.below(3);
    say(name + "=" + kind + "(" + std::to_string(list.size()) + ")");
    list.push_back(size); // Positions::count leaves it out
    return result;
}

void Case::choose_mask(Index nrows, Index ncols, bool is_vector) {
    if (!rng.chance(60)) return;
    mask_ = is_vector ? vector("Mask", builtin_type(), nrows)
                      : matrix("Mask", builtin_type(), nrows, ncols);
    // A mask entry that equals zero without being all bits zero.
    const Content &content = mask_->content;
    if (is_structural || !is_float(content.type)) return;
    for (const auto &[at, value] : content.entries) {
        const double x = as_double(content.type, value.bytes);
        if (x == 0 && std::signbit(x))
            say("(-0 at " + std::to_string(at.first) + "," + std::to_string(at.second) + ")");
    }
}

void Case::choose_accumulator(int output, int t) {
    if (!rng.chance(45) || !is_compatible(output, t)) return;
    const bool has_output_domain = !rng.chance(10);
    accumulator_ = &pick_where(rng, algebra.binary, [&](const Binary &op) {
        if (!is_compatible(op.x, output) || !is_compatible(op.y, t) ||
            !is_compatible(op.z, output) || (has_output_domain && op.z != output))
            return false;
        static const std::set<std::string> tame = {"PLUS", "MINUS", "MIN",
                                                   "MAX",  "FIRST", "SECOND"};
        return !is_inexact() || (is_float(op.x) && tame.count(op.base));
    });
    say("accum=" + accumulator_->name);
    if (accumulator_->z != output) say(std::string("(through ") + type_name(accumulator_->z) + ")");
}

void Case::choose_write(const Operand *output, int t) {
    const Content &content = output->content;
    choose_mask(content.nrows, content.ncols, content.is_vector);
    choose_accumulator(content.type, t);
}

} // namespace grb::oracle
