// A random program: calls on a pool of living objects, each carried out by both libraries and
// compared. All choices follow from a seed and the number of the step, so that steps can be left
// out to make a finding smaller.
#pragma once

#include "peer/content.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace grb::peer {

/// Counted over all programs; lies in memory that parent and child share.
struct Tally {
    static constexpr int max_rules = 32;
    static constexpr int max_operations = 96;
    long programs = 0, calls = 0, comparisons = 0, entries = 0, failed_calls = 0,
         untouched = 0, ///< objects compared after a failed call of ours
        left_off = 0;   ///< programs that came to an object with too many entries
    long rules[max_rules] = {};
    long operations[max_operations] = {};
    volatile int side = ours; ///< whose call runs
    volatile long step = 0;
    volatile long program = 0;
    volatile int operation = 0;
};

/// Names of what the comparison lets pass, beside those of Leniency.
enum class Rule {
    mask_minus_zero, ///< the peer gets a mask without zeros
    select_domain,   ///< the peer gets the values cast
    diagindex,       ///< the peer gets the negated parameter
    coo_order,       ///< out and in again: the order of the arrays does not show
    sort_model,      ///< compared with the definition in place of the peer
    empty_blob,
    empty_scalar,   ///< the peer is not called
    in_place,       ///< the peer gets a copy of the operand
    apply_long,     ///< the same
    empty_sum,      ///< the same
    union_itself,   ///< the same
    peer_fault,     ///< the peer contradicts itself: more entries than cells, two at one position
    spoiled_output, ///< after a failed call the peer's output is unreadable: made anew from ours
    error_code,     ///< a mistake with two codes, or that the peer overlooks
    overlooked,     ///< such a one, and the peer's output has changed
    peer_memory,    ///< the peer ran out of memory
    reshape_long,   ///< the peer is told to use 64-bit positions
    hint_pending,   ///< the peer finishes what is pending before
    apply_unsorted, ///< the same
    peer_readonly,  ///< the peer says so of an object that is not read-only, or was emptied
    concat_long,    ///< the peer refuses tiles of a long object
    assign_pending, ///< the peer finishes what is pending before
    blob_pending,   ///< the same
    no_entries,     ///< the peer gets a new object in place of one without entries
    empty_lines,    ///< the peer gets a copy of the operand
    count
};
const char *name_of(Rule rule);
/// Returns how often a rule may apply in so many calls: about three times the observed number, so
/// that an allowance cannot hide a new error. There is no limit when the peer gets an equivalent
/// call.
long most_of(Rule rule, long calls);

struct Finding {
    long step = 0;
    std::string operation, call, text;
};

struct Codes {
    GrB_Info of[2] = {GrB_SUCCESS, GrB_SUCCESS};
};

/// The mask, or none, that both libraries get; the peer's may be a copy of its own
/// (Rule::mask_minus_zero).
struct Mask {
    Object *object = nullptr;
    void *handle[2] = {nullptr, nullptr};
    bool has_copy = false;

    GrB_Matrix matrix(int s) const { return static_cast<GrB_Matrix>(handle[s]); }
    GrB_Vector vector(int s) const { return static_cast<GrB_Vector>(handle[s]); }
};

struct Description {
    void *handle[2] = {nullptr, nullptr};
    bool replaces = false, is_structural = false, is_complemented = false;
    bool transposes_first = false, transposes_second = false;

    GrB_Descriptor on(int s) const { return static_cast<GrB_Descriptor>(handle[s]); }
};

class Session {
public:
    Session(Libraries &libraries, Tally &tally, std::uint64_t seed);
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    /// Carries out one step. False: a finding.
    bool run(long step);
    /// Compares everything that is left.
    bool finish();
    const Finding &finding() const { return finding_; }
    bool traces = false;

    // For the operations.
    Libraries &libraries;
    Rng rng;
    bool is_wild;
    std::vector<Index> sizes;     ///< of which all dimensions are
    std::vector<Index> positions; ///< of entries in long dimensions

    const Library &side(int s) const { return libraries.side[s]; }
    const Catalogue &catalogue() const { return libraries.catalogue; }
    /// The call that is described in a finding.
    std::ostream &say();
    /// spares_peer: the peer is not called, and taken to say what ours does.
    template <class Call>
    Codes both(Call &&call, bool spares_peer = false) {
        Codes codes;
        const int sides = spares_peer ? 1 : libraries.sides();
        for (int s = 0; s < sides; s++) {
            tally_.side = s;
            codes.of[s] = call(s);
            if (s == ours && codes.of[ours] < 0) check_untouched(codes.of[ours]);
        }
        tally_.side = ours;
        if (sides == 1) codes.of[theirs] = codes.of[ours];
        tally_.calls++;
        return codes;
    }
    /// Compares the codes and, at once or some time later, the outputs.
    void settle(const Codes &codes, const std::vector<Object *> &outputs,
                const Allowed &allowed = Allowed());
    void compare_now(Object &object, const Allowed &allowed);
    void compare_after_failure(Object &output, const Codes &codes);
    /// Runs between our failed call and the peer's, which still holds everything as it was: no
    /// object may differ.
    void check_untouched(GrB_Info info);
    /// Returns whether a library calls its object read-only.
    bool is_readonly(const Object &object, int s) const;
    /// Our object becomes its own copy where it has arrays of the caller's, as the peer's does.
    void drop_loans(Object &object);
    /// GrB_clear.
    Codes empty(Object &object);
    /// Gives the peer's object these entries.
    void copy_to_peer(Object &object, const Content &content);
    void discard_of_peer(Object &object);
    void fail(const std::string &text);
    /// The entries of an object that has few, in what is shown of one program.
    void show(const Object &object);
    void count(Rule rule) {
        tally_.rules[static_cast<int>(Leniency::count) + static_cast<int>(rule)]++;
    }

    Index size() { return sizes[rng.below(sizes.size())]; }
    Index position(Index size);
    int type(bool is_pair);
    /// An object of this shape from the pool, or a new one.
    Object &operand(Kind kind, Index nrows, Index ncols, bool is_pair, bool must_be_calm = false,
                    int of_type = no_type);
    Object &any_object(Kind kind);
    Object &any_of(Kind kind, int of_type);
    Object &add_object(Kind kind, int of_type, Index nrows, Index ncols, bool is_empty = false,
                       bool is_calm = false);
    Object &adopt(Object object);
    std::vector<Entry> random_entries(const Object &object, bool is_calm);
    void remove_object(Object &object);
    /// Keeps memory until all objects are freed, for arrays that stay the caller's.
    void *kept(const void *bytes, std::size_t size);
    void forget_some();

    Mask mask(Kind kind, Index nrows, Index ncols, const Description &desc, Object &output);
    void release(Mask &mask);
    Description description(bool transposes_first, bool transposes_second);
    const Operator *accumulator(const Object &output, Allowed &allowed);
    /// Returns true when an empty scalar, which ours refuses, would make the peer (9.3.1) free
    /// memory twice: the peer is not called then.
    bool spares_peer(std::initializer_list<const Object *> scalars);
    GrB_BinaryOp accum(const Operator *op, int s) const {
        return op == nullptr ? nullptr : op->on<GrB_BinaryOp>(s);
    }
    /// Returns how results of an operator on floats may differ.
    static Leniency leniency_of(const Operator &op);
    bool is_long(Index nrows, Index ncols) const;
    std::string name(const Object &object) const;

private:
    std::uint64_t seed_;
    Tally &tally_;
    std::vector<std::unique_ptr<Object>> pool_;
    std::vector<std::vector<std::max_align_t>> kept_;
    std::set<const Object *> unread_;
    std::optional<std::string> failure_;
    std::ostringstream call_;
    Finding finding_;
    int reading_chance_;
};

/// An operand whose copy the peer gets, where it would go wrong with the object itself.
class PeerCopy {
public:
    PeerCopy(Session &session, const Object &operand, bool is_needed, Rule rule);
    ~PeerCopy();
    PeerCopy(const PeerCopy &) = delete;
    PeerCopy &operator=(const PeerCopy &) = delete;
    const Object &operator*() const { return operand_; }

private:
    Session &session_;
    Object operand_;
    bool is_copy_;
};

/// The peer (10.5.1) miscounts when one value goes to all positions of an object with removed
/// entries that are pending.
void finish_before_scalar(Session &session, const Object &output, bool is_scalar);

/// The peer (10.5.1) writes behind a bitmap when a row or column is assigned to under no mask,
/// complemented, with replace.
inline bool is_spoiling(const Session &session, const Mask &mask, const Description &desc,
                        bool is_row_or_column) {
    return is_row_or_column && session.libraries.has_peer && session.libraries.version() >= 10 &&
           mask.object == nullptr && desc.is_complemented && desc.replaces;
}

/// An operation of the programs: its weight is how often it is picked, when the interface is of
/// this version or newer.
struct Operation {
    const char *name;
    int weight;
    void (*run)(Session &session);
    int since = 9;
};
const std::vector<Operation> &operations();
/// In place of a call that would take too much memory or has no operands.
struct Skipped {};

void add_multiply(std::vector<Operation> &list);
void add_elementwise(std::vector<Operation> &list);
void add_apply(std::vector<Operation> &list);
void add_submatrix(std::vector<Operation> &list);
void add_methods(std::vector<Operation> &list);
void add_exchange(std::vector<Operation> &list);
void add_shapes(std::vector<Operation> &list);
void add_containers(std::vector<Operation> &list);
void add_index_lists(std::vector<Operation> &list);
void add_settings(std::vector<Operation> &list);

} // namespace grb::peer
