// Carries out the steps of a program in both libraries, and compares their codes and outputs.
#include "peer/session.h"

#include <algorithm>
#include <cstring>
#include <iostream>

namespace grb::peer {
namespace {

/// More entries than cells, two at one position, or one outside.
bool contradicts_itself(const Object &object, const Content &content) {
    if (!content.fault.empty()) return true;
    for (const Entry &entry : content.entries)
        if (entry.i >= object.nrows || entry.j >= object.ncols) return true;
    if (object.nrows == 0 || object.ncols == 0) return false;
    if (content.entries.size() / object.nrows > object.ncols) return true;
    const Index elements = object.nrows * object.ncols;
    return elements / object.nrows == object.ncols && content.entries.size() > elements;
}

} // namespace

const char *name_of(Rule rule) {
    static const char *const names[] = {
        "mask-minus-zero", "select-domain",  "diagindex",      "coo-order",      "sort-model",
        "empty-blob",      "empty-scalar",   "in-place",       "apply-long",     "empty-sum",
        "union-itself",    "peer-fault",     "spoiled-output", "error-code",     "overlooked",
        "peer-memory",     "reshape-long",   "hint-pending",   "apply-unsorted", "peer-readonly",
        "concat-long",     "assign-pending", "blob-pending",   "no-entries",     "empty-lines"};
    return names[static_cast<int>(rule)];
}

long most_of(Rule rule, long calls) {
    const auto with_share = [&](long per_100000) { return 20 + calls * per_100000 / 100000; };
    switch (rule) {
    case Rule::error_code:
        return with_share(10);
    case Rule::spoiled_output:
        return with_share(400);
    case Rule::empty_blob:
        return with_share(60);
    case Rule::peer_memory:
        return with_share(20);
    case Rule::peer_fault:
        return with_share(5);
    case Rule::overlooked:
        return with_share(1);
    case Rule::peer_readonly:
        return with_share(4);
    case Rule::concat_long:
        return with_share(10);
    default:
        return calls;
    }
}

const std::vector<Operation> &operations() {
    static const std::vector<Operation> list = [] {
        std::vector<Operation> all;
        add_multiply(all);
        add_elementwise(all);
        add_apply(all);
        add_submatrix(all);
        add_methods(all);
        add_exchange(all);
        add_shapes(all);
        add_containers(all);
        add_index_lists(all);
        add_settings(all);
        return all;
    }();
    return list;
}

Session::Session(Libraries &all, Tally &tally, std::uint64_t seed)
    : libraries(all), rng(fuzz::mix(seed)), is_wild(rng.chance(40)), seed_(seed), tally_(tally) {
    static const int chances[] = {100, 50, 10};
    reading_chance_ = chances[rng.below(3)];
    const bool is_long = rng.chance(25), is_tiny = rng.chance(25);
    const std::size_t count = 1 + rng.below(3);
    while (sizes.size() < count) {
        if (is_long && rng.chance(60))
            // Not in between: dense accumulators for 2^24 positions take 270 MB.
            sizes.push_back(Index{1} << (rng.chance(25) ? 20 : rng.between(31, 59)));
        else
            sizes.push_back(is_tiny ? rng.below(4) : 1 + rng.below(40));
    }
    for (int k = 0; k < 12; k++) positions.push_back(rng.next());
}

Session::~Session() {
    for (const auto &object : pool_) {
        discard(libraries, ours, *object);
        if (libraries.has_peer) discard_of_peer(*object);
    }
}

std::ostream &Session::say() {
    return call_;
}

void Session::fail(const std::string &text) {
    if (!failure_) failure_ = text;
}

bool Session::run(long step) {
    const int version = libraries.version();
    const auto weight = [&](const Operation &operation) {
        return operation.since <= version ? operation.weight : 0;
    };
    int total = 0;
    for (const Operation &operation : operations()) total += weight(operation);
    rng = Rng(fuzz::mix(seed_ ^ fuzz::mix(static_cast<std::uint64_t>(step) + 1)));
    int at = static_cast<int>(rng.below(static_cast<std::uint64_t>(total)));
    std::size_t k = 0;
    while (at >= weight(operations()[k])) at -= weight(operations()[k++]);
    const Operation &operation = operations()[k];
    call_.str("");
    call_ << operation.name << " ";
    tally_.step = step;
    tally_.operation = static_cast<int>(k);
    try {
        operation.run(*this);
        tally_.operations[k]++;
    } catch (const Skipped &) {
    }
    if (traces) std::cout << "  step " << step << ": " << call_.str() << "\n";
    if (failure_) finding_ = {step, operation.name, call_.str(), *failure_};
    forget_some();
    return !failure_;
}

bool Session::finish() {
    for (const auto &object : pool_) {
        if (failure_) break;
        call_.str("");
        call_ << "what is left: " << name(*object);
        compare_now(*object, Allowed());
    }
    if (failure_) finding_ = {-1, "finish", call_.str(), *failure_};
    return !failure_;
}

void Session::show(const Object &object) {
    if (!traces) return;
    // Only ours is read: it changes nothing there, where the peer might finish what is pending.
    const Content content = read(libraries, ours, object, Reading::copy);
    if (content.entries.size() > 1000) return;
    call_ << "\n      " << name(object);
    for (const Entry &e : content.entries)
        call_ << " (" << e.i << "," << e.j << ")=" << text_of(object.type, e.value);
    call_ << "\n    ";
}

void Session::settle(const Codes &codes, const std::vector<Object *> &outputs,
                     const Allowed &allowed) {
    call_ << " -> " << codes.of[ours];
    if (codes.of[ours] != GrB_SUCCESS) tally_.failed_calls++;
    if (libraries.has_peer && codes.of[ours] == GrB_SUCCESS &&
        codes.of[theirs] == GrB_OUT_OF_MEMORY) {
        // Long dimensions stored without hypersparsity: the peer could not do it.
        count(Rule::peer_memory);
        for (Object *output : outputs)
            copy_to_peer(*output, read(libraries, ours, *output, Reading::tuples));
        return;
    }
    if (libraries.has_peer && codes.of[ours] == GrB_SUCCESS &&
        codes.of[theirs] == GxB_OUTPUT_IS_READONLY &&
        std::none_of(outputs.begin(), outputs.end(),
                     [&](const Object *output) { return is_readonly(*output, theirs); })) {
        count(Rule::peer_readonly);
        for (Object *output : outputs)
            copy_to_peer(*output, read(libraries, ours, *output, Reading::tuples));
        return;
    }
    if (codes.of[ours] != codes.of[theirs]) {
        // A mistake that both notice may have two names, and the peer overlooks some when nothing
        // is to be done. Ours stays, and the peer's in most cases, too.
        const bool is_mistake = codes.of[ours] < 0 && codes.of[ours] >= -9;
        const bool is_bound = codes.of[ours] == GrB_INDEX_OUT_OF_BOUNDS ||
                              codes.of[ours] == GrB_EMPTY_OBJECT ||
                              codes.of[ours] == GrB_INVALID_OBJECT;
        if (!is_mistake && !is_bound) {
            fail("codes " + std::to_string(codes.of[ours]) + " and " +
                 std::to_string(codes.of[theirs]));
            return;
        }
        if (traces) call_ << " (code " << codes.of[theirs] << ")";
        count(Rule::error_code);
    }
    for (Object *output : outputs) {
        if (codes.of[ours] != GrB_SUCCESS && libraries.has_peer) {
            compare_after_failure(*output, codes);
            continue;
        }
        show(*output);
        output->is_calm = false;
        unread_.insert(output);
        if (allowed.leniency != Leniency::none || rng.chance(reading_chance_))
            compare_now(*output, allowed);
    }
}

bool Session::is_readonly(const Object &object, int s) const {
    std::int32_t answer = 0;
    if (object.kind == Kind::matrix)
        side(s).GrB_Matrix_get_INT32(object.matrix(s), &answer, GxB_IS_READONLY);
    else if (object.kind == Kind::vector)
        side(s).GrB_Vector_get_INT32(object.vector(s), &answer, GxB_IS_READONLY);
    return answer != 0;
}

Codes Session::empty(Object &object) {
    Codes codes = both([&](int s) {
        return object.kind == Kind::matrix ? side(s).GrB_Matrix_clear(object.matrix(s))
                                           : side(s).GrB_Vector_clear(object.vector(s));
    });
    // A long dimension stored without hypersparsity.
    if (codes.of[ours] == GrB_SUCCESS && codes.of[theirs] == GrB_OUT_OF_MEMORY &&
        is_long(object.nrows, object.ncols)) {
        count(Rule::peer_memory);
        copy_to_peer(object, Content());
        codes.of[theirs] = GrB_SUCCESS;
    }
    // The peer (10.5.1) writes zeros into the caller's array of a pinned bitmap, and stays
    // read-only.
    if (codes.of[ours] == GrB_SUCCESS && libraries.has_peer && libraries.version() >= 10 &&
        is_readonly(object, theirs)) {
        count(Rule::peer_readonly);
        copy_to_peer(object, Content());
        codes.of[theirs] = GrB_SUCCESS;
    }
    return codes;
}

void Session::compare_after_failure(Object &output, const Codes &codes) {
    const Content our = read(libraries, ours, output, Reading::tuples);
    tally_.side = theirs;
    const Content their = read(libraries, theirs, output, Reading::tuples);
    tally_.side = ours;
    if (our.info != GrB_SUCCESS) {
        fail("a failed call made its output unreadable");
        return;
    }
    if (their.info != GrB_SUCCESS || contradicts_itself(output, their)) {
        count(Rule::spoiled_output);
        copy_to_peer(output, our);
        return;
    }
    std::string text;
    if (compare(output.type, our, their, Allowed(), text) == Agreement::equal) return;
    if (codes.of[theirs] == GrB_SUCCESS) {
        count(Rule::overlooked);
        copy_to_peer(output, our);
    } else
        fail("after codes " + std::to_string(codes.of[ours]) + " and " +
             std::to_string(codes.of[theirs]) + ", " + name(output) + ": " + text);
}

void Session::compare_now(Object &object, const Allowed &allowed) {
    const auto reading = static_cast<Reading>(rng.below(static_cast<int>(Reading::count)));
    const Content our = read(libraries, ours, object, reading);
    unread_.erase(&object);
    object.is_calm = our.info == GrB_SUCCESS;
    for (const Entry &entry : our.entries)
        object.is_calm = object.is_calm && is_calm(object.type, entry.value);
    tally_.comparisons++;
    tally_.entries += static_cast<long>(our.entries.size());
    if (!libraries.has_peer) {
        // A format that was pinned may need more memory than there is after a resize.
        if (our.info == GrB_OUT_OF_MEMORY) return;
        if (our.info != GrB_SUCCESS || !our.fault.empty())
            fail("code " + std::to_string(our.info) + " " + our.fault);
        return;
    }
    tally_.side = theirs;
    const Content their = read(libraries, theirs, object, Reading::tuples);
    tally_.side = ours;
    if (contradicts_itself(object, their)) {
        count(Rule::peer_fault);
        copy_to_peer(object, our);
        return;
    }
    std::string text;
    const Agreement agreement = compare(object.type, our, their, allowed, text);
    if (agreement == Agreement::equal) return;
    if (agreement == Agreement::differ) {
        fail(name(object) + " read by way " + std::to_string(static_cast<int>(reading)) + ": " +
             text);
        return;
    }
    tally_.rules[static_cast<int>(allowed.leniency)]++;
    copy_to_peer(object, our);
}

void Session::check_untouched(GrB_Info info) {
    if (!libraries.has_peer) return;
    for (const auto &object : pool_) {
        const auto reading = static_cast<Reading>(rng.below(static_cast<int>(Reading::count)));
        const Content our = read(libraries, ours, *object, reading);
        tally_.side = theirs;
        const Content their = read(libraries, theirs, *object, Reading::tuples);
        tally_.side = ours;
        if (contradicts_itself(*object, their)) continue;
        std::string text;
        if (compare(object->type, our, their, Allowed(), text) != Agreement::equal)
            fail("after a call that failed with " + std::to_string(info) + ", " + name(*object) +
                 ": " + text);
        tally_.untouched++;
    }
}

void Session::discard_of_peer(Object &object) {
    tally_.side = theirs;
    discard(libraries, theirs, object);
    tally_.side = ours;
}

void Session::drop_loans(Object &object) {
    if (object.kind == Kind::scalar || !is_readonly(object, ours)) return;
    Object copy = object;
    GrB_Matrix matrix = nullptr;
    GrB_Vector vector = nullptr;
    const bool is_matrix = object.kind == Kind::matrix;
    const GrB_Info info = is_matrix ? side(ours).GrB_Matrix_dup(&matrix, object.matrix(ours))
                                    : side(ours).GrB_Vector_dup(&vector, object.vector(ours));
    if (info != GrB_SUCCESS) fail("a read-only object cannot be copied");
    discard(libraries, ours, copy);
    object.handle[ours] = is_matrix ? static_cast<void *>(matrix) : vector;
}

void Session::copy_to_peer(Object &object, const Content &content) {
    // Without an object there the copy is another operand for one call (PeerCopy).
    if (libraries.version() >= 10 && object.handle[theirs] != nullptr) drop_loans(object);
    discard_of_peer(object);
    tally_.side = theirs;
    GrB_Info info = make(libraries, theirs, object);
    if (info == GrB_SUCCESS) info = fill(libraries, theirs, object, content.entries, false);
    if (info != GrB_SUCCESS) fail("the peer's copy fails with " + std::to_string(info));
    tally_.side = ours;
}

} // namespace grb::peer
