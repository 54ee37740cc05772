// Runs a random problem in the library: stored formats, the call and the comparison.
#include "differential/problem.h"

#include <iterator>

namespace grb::fuzz {
namespace {

using model::require;

bool is_iso(const Matrix &a) {
    for (const auto &[at, x] : a.entries) {
        if (!model::is_identical(x, a.entries.begin()->second)) return false;
    }
    return !a.entries.empty();
}

/// The pattern of `a`, as a structural mask.
Matrix pattern(const Matrix &a) {
    Matrix p{model::type_of(TypeCode::Bool), a.nrows, a.ncols, {}};
    for (const auto &[at, x] : a.entries) p.entries[at] = Value::of(true);
    return p;
}

const char *name_of(Format format) {
    const char *names[] = {"auto", "sparse", "hypersparse", "bitmap", "full", "balanced"};
    return names[static_cast<int>(format)];
}

} // namespace

void Problem::choose_physical_state(Operand &o) {
    if (stored) {
        o.format = stored->format;
        return;
    }
    const double elements =
        static_cast<double>(o.before.nrows) * static_cast<double>(o.before.ncols);
    // A huge matrix has no room for row offsets; it must be hypersparse.
    const bool has_offsets = o.before.nrows <= 1000000 && o.before.ncols <= 1000000;
    std::vector<Format> formats = {Format::Auto, Format::Auto};
    if (has_offsets || o.is_vector) formats.push_back(Format::Sparse);
    if (!o.is_vector) formats.push_back(Format::Hypersparse);
    // With too many empty slots, the library stores it in another format.
    if (!o.is_vector) formats.push_back(Format::Balanced);
    if (has_offsets && elements <= 1e6) formats.push_back(Format::Bitmap);
    if (elements > 0 && elements == static_cast<double>(o.before.entries.size())) {
        formats.push_back(Format::Full);
        formats.push_back(Format::Full);
    }
    o.format = is_balanced ? Format::Balanced : rng.pick(formats);
    const bool fits_32_bits = o.before.nrows < (1u << 31) && o.before.ncols < (1u << 31);
    if (rng.chance(50)) o.index_width = fits_32_bits && rng.chance(50) ? 32 : 64;
    o.both_orientations = !o.is_vector && rng.chance(25);
    o.has_pending = rng.chance(30);
    o.assigned_iso = !o.has_pending && is_iso(o.before) && rng.chance(70);
}

// The content before the last edits: some entries are missing, others have another value, one is
// extra.
void Problem::realise(Operand &o) {
    Matrix start = o.before;
    if (o.assigned_iso) start.entries.clear();
    if (o.has_pending) {
        for (auto it = start.entries.begin(); it != start.entries.end();) {
            const std::uint64_t fate = rng.below(10);
            if (fate == 0) it->second = value(start.type);
            it = fate == 1 && o.format != Format::Full ? start.entries.erase(it) : std::next(it);
        }
        if (o.before.nrows > 0 && o.before.ncols > 0 && o.format != Format::Full) {
            start.entries.insert(
                {{rng.below(o.before.nrows), rng.below(o.before.ncols)}, value(start.type)});
        }
    }
    if (o.is_vector)
        o.vector = to_library_vector(start);
    else
        o.matrix = to_library(start);
    if (o.assigned_iso) {
        const Value x = o.before.entries.begin()->second;
        if (o.is_vector) {
            GrB_Vector p = to_library_vector(pattern(o.before));
            require(calls::assign(o.vector, p, GrB_NULL, x, GrB_ALL, o.before.nrows, GrB_DESC_S),
                    "GrB_assign of one value");
            GrB_Vector_free(&p);
        } else {
            GrB_Matrix p = to_library(pattern(o.before));
            require(calls::assign(o.matrix, p, GrB_NULL, x, GrB_ALL, o.before.nrows, GrB_ALL,
                                  o.before.ncols, GrB_DESC_S),
                    "GrB_assign of one value");
            GrB_Matrix_free(&p);
        }
    }
    if (o.is_vector) {
        pin(o.vector, o.format, o.index_width);
        require(GrB_Vector_wait(o.vector, GrB_MATERIALIZE), "GrB_Vector_wait");
    } else {
        pin(o.matrix, o.format, o.index_width);
        if (o.both_orientations) keep_both_orientations(o.matrix);
        require(GrB_Matrix_wait(o.matrix, GrB_MATERIALIZE), "GrB_Matrix_wait");
    }
    leave_pending(o, start);
}

void Problem::leave_pending(Operand &o, const Matrix &start) {
    if (!o.has_pending) return;
    for (const auto &[at, x] : start.entries) {
        if (o.before.entries.count(at)) continue;
        require(o.is_vector ? GrB_Vector_removeElement(o.vector, at.first)
                            : GrB_Matrix_removeElement(o.matrix, at.first, at.second),
                "removeElement");
    }
    for (const auto &[at, x] : o.before.entries) {
        const auto old = start.entries.find(at);
        if (old != start.entries.end() && model::is_identical(old->second, x)) continue;
        require(o.is_vector ? calls::set_element(o.vector, x, at.first)
                            : calls::set_element(o.matrix, x, at.first, at.second),
                "setElement");
    }
}

std::string Problem::check_operand(OperandId id) {
    const Operand &o = *operands_[id];
    const Matrix &wanted = id == output ? expected : o.before;
    std::string broken;
    const bool probe = rng.chance(10);
    const bool typed =
        o.is_vector ? has_type(o.vector, wanted.type) : has_type(o.matrix, wanted.type);
    if (!typed) return "has another type than " + std::string(wanted.type.name);
    const Matrix actual = o.is_vector ? from_library(o.vector, wanted.type, &broken, probe)
                                      : from_library(o.matrix, wanted.type, &broken, probe);
    if (!broken.empty()) return broken;
    return difference(wanted, actual);
}

std::string Problem::check_operands() {
    for (OperandId id = 0; id < operands_.size(); ++id) {
        const std::string wrong = check_operand(id);
        if (wrong.empty()) continue;
        const std::string which = "operand " + std::to_string(id);
        return (id == output ? "the output, " + which : which + ", an input") + ": " + wrong;
    }
    return "";
}

GrB_Info Problem::call_forced(const std::string &forced_variant) {
    const bool has_schedule = std::count(forced_variant.begin(), forced_variant.end(), ':') == 2;
    set_threads(threads_);
    force_variant(forced_variant);
    if (has_schedule || is_logged) begin_log();
    reset_picks();
    const GrB_Info info = call();
    // Conversions to other forms run on the way, whichever variant carries out the operation.
    const std::size_t name = forced_variant.find(':') + 1,
                      end = forced_variant.find(':', name); // of the schedule
    picks_ = fuzz::picks();
    const bool was_picked = is_among(picks_, forced_variant.substr(0, end));
    variant_ = was_picked ? forced_variant.substr(name, end == std::string::npos ? end : end - name)
                          : last_variant();
    if (has_schedule || is_logged) log_ = end_log();
    if (has_schedule) schedule_ = logged_schedule(log_);
    force_variant("");
    return info;
}

std::string Problem::run(const std::string &forced_variant) {
    for (auto &o : operands_) realise(*o);
    descriptor_ = to_library(passed_);
    const GrB_Info info = call_forced(forced_variant);
    if (info != GrB_SUCCESS) return "returned " + std::to_string(info);
    const std::string more = check_more ? check_more() : "";
    return more.empty() ? check_operands() : more;
}

std::string Problem::describe() const {
    std::string all =
        text + "\n  " + std::to_string(threads_) + " threads, output " + std::to_string(output);
    if (mask) all += ", mask " + std::to_string(*mask);
    if (accumulator) all += ", accumulator " + accumulator->name;
    all += ", descriptor";
    if (passed_.replace) all += " replace";
    if (passed_.structure) all += " structure";
    if (passed_.complement) all += " complement";
    if (passed_.transpose0) all += " transpose0";
    if (passed_.transpose1) all += " transpose1";
    for (OperandId id = 0; id < operands_.size(); ++id) {
        const Operand &o = *operands_[id];
        all += "\n  " + std::to_string(id) + ": " + (o.is_vector ? "vector, " : "matrix, ") +
               name_of(o.format) + ", width " + std::to_string(o.index_width);
        if (o.both_orientations) all += ", both orientations";
        if (o.has_pending) all += ", pending";
        if (o.assigned_iso) all += ", assigned one value";
        all += ": " + to_string(o.before);
    }
    return all + "\n  expected " + to_string(expected);
}

Problem::~Problem() {
    for (auto &o : operands_) {
        GrB_Matrix_free(&o->matrix);
        GrB_Vector_free(&o->vector);
    }
    GrB_Descriptor_free(&descriptor_);
}

} // namespace grb::fuzz
