// Draws the arguments of a program's operations: objects, masks, accumulators, descriptors.
#include "peer/session.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace grb::peer {
namespace {

constexpr std::size_t pool_size = 10;
constexpr Index dense_elements = 1600;

bool is_pair_type(int type) {
    return type == type_pair;
}

} // namespace

bool Session::is_long(Index nrows, Index ncols) const {
    return nrows > dense_elements || ncols > dense_elements || nrows * ncols > dense_elements;
}

void *Session::kept(const void *bytes, std::size_t size) {
    kept_.emplace_back(size / sizeof(std::max_align_t) + 1);
    if (size != 0) std::memcpy(kept_.back().data(), bytes, size);
    return kept_.back().data();
}

std::string Session::name(const Object &object) const {
    static const char *const letters[] = {"M", "v", "s"};
    std::size_t k = 0;
    while (k < pool_.size() && pool_[k].get() != &object) k++;
    return letters[static_cast<int>(object.kind)] + std::to_string(k) + ":" +
           type_name(object.type) + object.shape();
}

Index Session::position(Index size) {
    return size > dense_elements && rng.chance(90) ? rng.pick(positions) % size : rng.below(size);
}

int Session::type(bool is_pair) {
    return is_pair ? type_pair : static_cast<int>(rng.below(type_pair));
}

std::vector<Entry> Session::random_entries(const Object &object, bool must_be_calm) {
    std::vector<Entry> entries;
    const bool wild = is_wild && !must_be_calm;
    const bool is_iso = rng.chance(15);
    const Value iso = random_value(rng, object.type, wild);
    const auto add = [&](Index i, Index j) {
        entries.push_back({i, j, is_iso ? iso : random_value(rng, object.type, wild)});
    };
    static const int densities[] = {0, 5, 20, 20, 50, 80, 100};
    const int density = densities[rng.below(std::size(densities))];
    if (!is_long(object.nrows, object.ncols)) {
        for (Index i = 0; i < object.nrows; i++)
            for (Index j = 0; j < object.ncols; j++)
                if (rng.chance(density)) add(i, j);
    } else if (object.nrows > 0 && object.ncols > 0) {
        std::set<std::pair<Index, Index>> seen;
        for (int k = 0; k < density; k++) {
            const Index i = position(object.nrows),
                        j = object.kind == Kind::vector ? 0 : position(object.ncols);
            if (seen.insert({i, j}).second) add(i, j);
        }
    }
    for (std::size_t k = entries.size(); k > 1; k--) // in any order
        std::swap(entries[k - 1], entries[rng.below(k)]);
    return entries;
}

Object &Session::adopt(Object object) {
    pool_.push_back(std::make_unique<Object>(object));
    return *pool_.back();
}

Object &Session::add_object(Kind kind, int of_type, Index nrows, Index ncols, bool is_empty,
                            bool must_be_calm) {
    Object object;
    object.kind = kind;
    object.type = of_type;
    object.nrows = kind == Kind::scalar ? 1 : nrows;
    object.ncols = kind == Kind::matrix ? ncols : 1;
    object.is_calm = is_empty || must_be_calm || !is_wild;
    const std::vector<Entry> entries =
        is_empty ? std::vector<Entry>() : random_entries(object, must_be_calm);
    const bool one_by_one = rng.chance(25), waits = rng.chance(30);
    const Codes codes = both([&](int s) {
        GrB_Info info = make(libraries, s, object);
        if (info == GrB_SUCCESS) info = fill(libraries, s, object, entries, one_by_one);
        if (info == GrB_SUCCESS && waits && kind == Kind::matrix)
            info = side(s).GrB_Matrix_wait(object.matrix(s), GrB_MATERIALIZE);
        return info;
    });
    Object &added = adopt(object);
    if (codes.of[ours] != GrB_SUCCESS || codes.of[theirs] != GrB_SUCCESS)
        fail("making " + name(added) + ": codes " + std::to_string(codes.of[ours]) + " and " +
             std::to_string(codes.of[theirs]));
    call_ << "(new " << name(added) << " with " << entries.size() << ") ";
    show(added);
    return added;
}

Object &Session::operand(Kind kind, Index nrows, Index ncols, bool is_pair, bool must_be_calm,
                         int of_type) {
    std::vector<Object *> found;
    const bool is_careless = !must_be_calm && rng.chance(1); // shapes that may not fit
    for (const auto &object : pool_) {
        const bool fits =
            object->nrows == nrows && object->ncols == (kind == Kind::vector ? 1 : ncols);
        if (object->kind == kind && (fits || is_careless) &&
            is_pair_type(object->type) == is_pair && (object->is_calm || !must_be_calm) &&
            (of_type == no_type || object->type == of_type))
            found.push_back(object.get());
    }
    if (!found.empty() && rng.chance(75)) return *rng.pick(found);
    return add_object(kind, of_type == no_type ? type(is_pair) : of_type, nrows, ncols, false,
                      must_be_calm);
}

Object &Session::any_of(Kind kind, int of_type) {
    std::vector<Object *> found;
    for (const auto &object : pool_)
        if (object->kind == kind && (of_type == no_type || object->type == of_type))
            found.push_back(object.get());
    if (!found.empty() && rng.chance(85)) return *rng.pick(found);
    const Index nrows = size();
    return add_object(kind, of_type == no_type ? type(rng.chance(6)) : of_type, nrows, size());
}

Object &Session::any_object(Kind kind) {
    return any_of(kind, no_type);
}

void Session::remove_object(Object &object) {
    const auto at = std::find_if(pool_.begin(), pool_.end(),
                                 [&](const auto &held) { return held.get() == &object; });
    both([&](int s) {
        discard(libraries, s, object);
        return GrB_SUCCESS;
    });
    unread_.erase(&object);
    pool_.erase(at);
}

void Session::forget_some() {
    while (pool_.size() > pool_size && !failure_) {
        Object &object = *pool_[rng.below(pool_.size())];
        if (unread_.count(&object)) compare_now(object, Allowed());
        if (failure_)
            finding_ = {tally_.step, "forget", call_.str() + " then " + name(object), *failure_};
        remove_object(object);
    }
}

Description Session::description(bool transposes_first, bool transposes_second) {
    Description desc;
    std::string text;
    if ((desc.replaces = rng.chance(30))) text += "R";
    if ((desc.is_structural = rng.chance(40))) text += "S";
    if ((desc.is_complemented = rng.chance(25))) text += "C";
    if ((desc.transposes_first = transposes_first && rng.chance(30))) text += "T0";
    if ((desc.transposes_second = transposes_second && rng.chance(30))) text += "T1";
    if (text.empty()) return desc;
    for (int s = 0; s < libraries.sides(); s++) desc.handle[s] = side(s).object("GrB_DESC_" + text);
    call_ << "desc=" << text << " ";
    return desc;
}

Mask Session::mask(Kind kind, Index nrows, Index ncols, const Description &desc, Object &output) {
    Mask mask;
    if (rng.chance(55)) return mask;
    const bool is_output = rng.chance(15) && output.kind == kind && output.nrows == nrows &&
                           output.ncols == ncols &&
                           (desc.is_structural || output.type != type_pair);
    mask.object = is_output ? &output : &operand(kind, nrows, ncols, false);
    call_ << "mask=" << name(*mask.object) << " ";
    mask.handle[ours] = mask.object->handle[ours];
    mask.handle[theirs] = mask.object->handle[theirs];
    if (desc.is_structural || !is_float(mask.object->type) || !libraries.has_peer) return mask;
    // -0 is true in the peer's masks: it gets one without zeros.
    const Library &peer = side(theirs);
    GrB_Info info = GrB_SUCCESS;
    tally_.side = theirs;
    const auto test = static_cast<GxB_SelectOp>(peer.object("GxB_NONZERO"));
    if (kind == Kind::matrix) {
        GrB_Matrix made = nullptr;
        info = peer.GrB_Matrix_dup(&made, mask.object->matrix(theirs));
        if (info == GrB_SUCCESS)
            info = peer.GxB_Matrix_select(made, nullptr, nullptr, test, made, nullptr, nullptr);
        mask.handle[theirs] = made;
    } else {
        GrB_Vector made = nullptr;
        info = peer.GrB_Vector_dup(&made, mask.object->vector(theirs));
        if (info == GrB_SUCCESS)
            info = peer.GxB_Vector_select(made, nullptr, nullptr, test, made, nullptr, nullptr);
        mask.handle[theirs] = made;
    }
    tally_.side = ours;
    mask.has_copy = true;
    if (info == GrB_OUT_OF_MEMORY && is_long(nrows, ncols)) {
        release(mask);
        count(Rule::peer_memory);
        throw Skipped();
    }
    if (info != GrB_SUCCESS) fail("the peer's mask without zeros: " + std::to_string(info));
    count(Rule::mask_minus_zero);
    return mask;
}

void Session::release(Mask &mask) {
    if (!mask.has_copy) return;
    Object copy = *mask.object;
    copy.handle[theirs] = mask.handle[theirs];
    discard_of_peer(copy);
}

void finish_before_scalar(Session &session, const Object &output, bool is_scalar) {
    if (!is_scalar || !session.libraries.has_peer || session.libraries.version() < 10) return;
    session.count(Rule::assign_pending);
    finish_pending(session.side(theirs), theirs, output);
}

PeerCopy::PeerCopy(Session &session, const Object &operand, bool is_needed, Rule rule)
    : session_(session), operand_(operand), is_copy_(is_needed && session.libraries.has_peer) {
    if (!is_copy_) return;
    operand_.handle[theirs] = nullptr;
    session.copy_to_peer(operand_, read(session.libraries, ours, operand, Reading::copy));
    session.count(rule);
}

PeerCopy::~PeerCopy() {
    if (is_copy_) session_.discard_of_peer(operand_);
}

const Operator *Session::accumulator(const Object &output, Allowed &allowed) {
    // A result that may differ already gets no accumulator.
    if (allowed.leniency != Leniency::none || rng.chance(60)) return nullptr;
    for (int attempt = 0; attempt < 200; attempt++) {
        const Operator &op = rng.pick(catalogue().binary);
        if (op.is_positional || op.z != output.type) continue;
        if ((op.x == type_pair) != (output.type == type_pair)) continue;
        if (op.has("_ANY") || op.has("LDEXP")) continue;
        allowed.leniency = leniency_of(op);
        call_ << "accum=" << op.name << " ";
        return &op;
    }
    return nullptr;
}

bool Session::spares_peer(std::initializer_list<const Object *> scalars) {
    bool spares = false;
    for (const Object *scalar : scalars)
        spares = spares || (scalar != nullptr &&
                            read(libraries, ours, *scalar, Reading::tuples).entries.empty());
    if (spares && libraries.has_peer) count(Rule::empty_scalar);
    return spares;
}

Leniency Session::leniency_of(const Operator &op) {
    if (!is_float(op.z) && !is_float(op.x)) return Leniency::none;
    if (is_complex(op.z) || is_complex(op.x)) {
        for (const char *exact : {"FIRST", "SECOND", "PAIR", "ONEB", "_PLUS", "MINUS", "IDENTITY",
                                  "AINV", "ISEQ", "ISNE", "_EQ", "_NE", "CONJ", "CREAL", "CIMAG"})
            if (op.has(exact)) return Leniency::none;
        return Leniency::library_function;
    }
    for (const char *zero : {"_MIN_", "_MAX_"})
        if (op.has(zero)) return Leniency::zero_sign;
    for (const char *function : {"POW", "ATAN2", "HYPOT", "EXP", "LOG", "SQRT", "CBRT", "SIN",
                                 "COS", "TAN", "GAMMA", "ERF"})
        if (op.has(function)) return Leniency::library_function;
    return Leniency::none;
}

} // namespace grb::peer
