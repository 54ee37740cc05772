// Runs the public calls of a process group in step, over the MPI plugin.
#include "distributed/processes.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/process_group.hpp"
#include "dispatch/context.hpp"
#include "distributed/distributed_matrix.hpp"
#include "distributed/group_settings.hpp"
#include "distributed/mpi_plugin.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace grb {

namespace {

constexpr std::size_t text_bytes = 256, name_bytes = 64;

/// The next action of the processes.
enum class Step : std::uint32_t { begin, end, agree, choose, vote, gather, exchange, broadcast };

/// The message of a process to all others before each step.
struct Note {
    std::uint64_t call = 0; // the call, by its function and its number
    Step step = Step::begin;
    std::int32_t status = GrB_SUCCESS; // an error code if it failed
    std::uint64_t count = 0;
};

constexpr char no_memory[] = "out of memory";

/// FNV-1a.
std::uint64_t hash_of(const char *text, std::uint64_t value) noexcept {
    for (; *text != 0; text++)
        value = (value ^ static_cast<unsigned char>(*text)) * 1099511628211ULL;
    return value;
}

/// Stores code and text of the exception being handled. The text omits the name of the function.
std::int32_t told(std::string_view function, char *text) noexcept {
    const auto copy = [&](const char *what) {
        if (std::strncmp(what, function.data(), function.size()) == 0 &&
            std::strncmp(what + function.size(), ": ", 2) == 0)
            what += function.size() + 2;
        std::snprintf(text, text_bytes, "%s", what);
    };
    try {
        throw;
    } catch (const Error &error) {
        copy(error.what());
        return error.code();
    } catch (const std::bad_alloc &) {
        copy(no_memory);
        return GrB_OUT_OF_MEMORY;
    } catch (const std::exception &error) {
        copy(error.what());
        return GrB_PANIC;
    } catch (...) {
        copy("unknown exception");
        return GrB_PANIC;
    }
}

class Processes final : public Group, public HostAllocated {
public:
    Processes(const mpi::Table &table, int rank, int size)
        : table_(table), rank_(rank), size_(size), notes_(static_cast<std::size_t>(size)),
          bounds_(static_cast<std::size_t>(size) * (static_cast<std::size_t>(size) + 1)),
          names_(static_cast<std::size_t>(size) * name_bytes) {}
    ~Processes() { table_.close(is_over_); }

    int size() const noexcept override { return size_; }
    int rank() const noexcept { return rank_; }

    Array allgatherv(std::span<const Array> from) override {
        const Array &own = from[own_index()];
        step(Step::gather, own.bytes());
        HostVector<std::uint64_t> bytes;
        std::uint64_t total = 0;
        Array all;
        const void *data = nullptr;
        reserve([&] {
            for (const Note &note : notes_) bytes.push_back(note.count);
            for (const std::uint64_t one : bytes) total += one;
            all = Array(total);
            data = own.data();
        });
        if (total != 0) moved(table_.gather_all(data, all.data(), bytes.data()));
        return all;
    }

    /// allgatherv() into memory that is there.
    void gather_parts(const Array &own, std::size_t total, void *all) {
        require_all_members();
        try {
            if (is_apart())
                throw Error(GrB_INVALID_OBJECT, "the entries are distributed over a process group");
            check_memory(total);
        } catch (...) {
            fail(Step::gather);
        }
        step(Step::gather, own.bytes());
        HostVector<std::uint64_t> bytes;
        const void *data = nullptr;
        reserve([&] {
            for (const Note &note : notes_) bytes.push_back(note.count);
            data = own.data();
        });
        moved(table_.gather_all(data, all, bytes.data()));
    }

    HostVector<Array> alltoallv(std::span<const Array> from,
                                std::span<const Bounds> bounds) override {
        step(Step::exchange, 0);
        const auto members = static_cast<std::size_t>(size_);
        moved(table_.gather(bounds[own_index()].data(), bounds_.data(),
                            (members + 1) * sizeof(std::uint64_t)));
        HostVector<Array> received;
        HostVector<std::uint64_t> at;
        const void *data = nullptr;
        reserve([&] {
            received.resize(members);
            at.push_back(0);
            for (std::size_t p = 0; p < members; p++) {
                const std::uint64_t *const of = &bounds_[p * (members + 1) + own_index()];
                at.push_back(at.back() + of[1] - of[0]);
            }
            received[own_index()] = Array(at.back());
            data = from[own_index()].data();
        });
        moved(table_.exchange(data, bounds[own_index()].data(), received[own_index()].data(),
                              at.data()));
        return received;
    }

    Array broadcast(const Array &from, int root) override {
        step(Step::broadcast, from.bytes());
        Array all;
        reserve([&] {
            all = rank_ == root ? from : Array(notes_[static_cast<std::size_t>(root)].count);
            std::as_const(all).data();
        });
        // The root's shared array is only read.
        moved(table_.broadcast(const_cast<void *>(std::as_const(all).data()), all.bytes(), root));
        return all;
    }

    HostVector<std::uint64_t> vote(std::span<const Ballot> ballots) override {
        const Ballot &own = ballots[own_index()];
        if (own.failure) {
            try {
                std::rethrow_exception(own.failure);
            } catch (...) {
                fail(Step::vote);
            }
        }
        step(Step::vote, own.count);
        HostVector<std::uint64_t> counts;
        reserve([&] {
            for (const Note &note : notes_) counts.push_back(note.count);
        });
        return counts;
    }

    void agree() { step(Step::agree, 0); }
    int choose(int number) {
        step(Step::choose, static_cast<std::uint64_t>(number));
        return static_cast<int>(notes_.front().count);
    }

    GrB_Info call(const char *function, bool is_light, bool is_compared, CallBody body,
                  void *context) {
        if (is_over_) throw Error(GrB_PANIC, "the process group has ended: %s", text_);
        // Light calls count only if calls are compared: one process may read more entries than
        // another.
        const InCall in_call(*this, function, !is_light || is_compared);
        try {
            if (is_compared) step(Step::begin, 0);
            steps_at_begin_ = steps_;
            const GrB_Info info = body(context);
            // A light call that reads a distributed matrix is like any other.
            is_light = is_light && steps_ == steps_at_begin_;
            if (!is_light) step(Step::end, static_cast<std::uint64_t>(info));
            return info;
        } catch (...) {
            // A light call's result concerns its own process only.
            if (was_told_ || (is_light && steps_ == steps_at_begin_)) throw;
            fail(Step::end);
        }
    }
    bool is_in_call() const noexcept { return is_in_call_; }
    bool is_over() const noexcept { return is_over_; }

private:
    /// One public function at a time: the functions that it calls are part of it.
    class InCall {
    public:
        InCall(Processes &group, const char *function, bool counts) noexcept : group_(group) {
            group.function_ = function;
            group.was_told_ = false;
            group.is_in_call_ = true;
            group.steps_at_begin_ = group.steps_;
            if (counts) group.call_number_++;
        }
        ~InCall() {
            group_.is_in_call_ = false;
            // Nothing is gathered without a step. Programs set millions of elements without one.
            if (group_.steps_ != group_.steps_at_begin_) drop_gathered_forms();
        }
        InCall(const InCall &) = delete;
        InCall &operator=(const InCall &) = delete;

    private:
        Processes &group_;
    };

    std::size_t own_index() const noexcept { return static_cast<std::size_t>(rank_); }

    void run(void (*body)(const void *, int), const void *context) override {
        body(context, rank_);
    }

    /// Ends the group for good.
    [[noreturn]] void end(const char *reason) {
        is_over_ = was_told_ = true;
        if (reason != text_) std::snprintf(text_, text_bytes, "%s", reason);
        throw Error(GrB_PANIC, "the process group has ended: %s", text_);
    }
    void moved(int failed) {
        if (failed != 0) end(table_.text());
    }

    /// Allocates memory between two steps: if one process fails, none takes the second step.
    template <class Reserve>
    void reserve(const Reserve &reserve) {
        try {
            reserve();
        } catch (...) {
            fail(Step::agree);
        }
        agree();
    }

    /// Tells all processes the step and takes it with them, or throws the failure that all throw.
    void step(Step next, std::uint64_t count) {
        if (is_over_) end(text_);
        exchange_notes({hash_of(function_, call_number_), next, GrB_SUCCESS, count});
    }
    /// Tells all processes the exception being handled.
    [[noreturn]] void fail(Step next) {
        if (was_told_) throw;
        const std::int32_t status = told(function_, text_);
        exchange_notes({hash_of(function_, call_number_), next, status, 0});
        throw; // not reached: somebody has failed
    }

    void exchange_notes(const Note &own) {
        steps_++;
        moved(table_.gather(&own, notes_.data(), sizeof own));
        for (const Note &note : notes_)
            if (note.call != own.call) end_for_different_calls();
        for (int p = 0; p < size_; p++)
            if (notes_[static_cast<std::size_t>(p)].status != GrB_SUCCESS) throw_failure_of(p);
        for (const Note &note : notes_)
            if (note.step != own.step) end("the processes take different steps of one call");
    }

    [[noreturn]] void throw_failure_of(int p) {
        const auto status = static_cast<GrB_Info>(notes_[static_cast<std::size_t>(p)].status);
        was_told_ = true;
        moved(table_.broadcast(text_, text_bytes, p));
        if (status == GrB_OUT_OF_MEMORY && std::strcmp(text_, no_memory) == 0)
            throw std::bad_alloc();
        throw Error(status, "%s", text_);
    }

    [[noreturn]] void end_for_different_calls() {
        char own[name_bytes] = "";
        std::snprintf(own, sizeof own, "%s", function_);
        moved(table_.gather(own, names_.data(), sizeof own));
        char reason[text_bytes] = "";
        std::size_t at = 0;
        const auto add = [&](const char *format, auto... values) {
            const int length = std::snprintf(reason + at, sizeof reason - at, format, values...);
            at = std::min(at + static_cast<std::size_t>(length), sizeof reason - 1);
        };
        // Runs of processes that call the same function are mentioned once.
        for (int p = 0; p < size_; p++) {
            const char *const name = &names_[static_cast<std::size_t>(p) * name_bytes];
            const bool is_new = p == 0 || std::strcmp(name, name - name_bytes) != 0;
            if (is_new) add("%sfrom process %d on %s", p == 0 ? "" : ", ", p, name);
        }
        char whole[text_bytes];
        std::snprintf(whole, sizeof whole, "call %llu is %.200s",
                      static_cast<unsigned long long>(call_number_), reason);
        end(whole);
    }

    const mpi::Table table_;
    const int rank_, size_;
    HostVector<Note> notes_;           // of the last step, of all processes
    HostVector<std::uint64_t> bounds_; // of alltoallv, of all processes
    HostVector<char> names_;           // of functions, of all processes
    const char *function_ = "";
    std::uint64_t call_number_ = 0;
    std::uint64_t steps_ = 0, steps_at_begin_ = 0; // of this call
    bool is_over_ = false;
    bool was_told_ = false; // all processes know the failure of this call
    bool is_in_call_ = false;
    char text_[text_bytes] = ""; // of the last failure
};

Processes *group_ = nullptr;

const ProcessGroup *facts_of(const Processes &group) noexcept {
    static ProcessGroup facts;
    facts = {group.rank(), group.size(), [] { group_->agree(); },
             [](int number) { return group_->choose(number); }};
    return &facts;
}

void leave_processes() noexcept {
    joined_group = nullptr;
    distribution = nullptr;
    set_gather_parts(nullptr);
    set_apart(false);
    delete std::exchange(group_, nullptr);
}

[[maybe_unused]] const bool is_known = (at_finalise(&leave_processes), true);

bool has_part(const char *function, std::span<const char *const> parts) noexcept {
    return std::any_of(parts.begin(), parts.end(), [function](const char *part) {
        return std::strstr(function, part) != nullptr;
    });
}

/// Calls that concern one process only; they work after the group has ended too.
bool is_own(const char *function) noexcept {
    static constexpr const char *parts[] = {"GxB_Context_", "_error"};
    return has_part(function, parts);
}

/// Each process asks by itself; before the answer, updates of a distributed matrix may be folded.
bool is_question(const char *function) noexcept {
    return std::strstr(function, "_get_") != nullptr;
}

/// Calls that read one entry or one number; nobody waits for others, unless the entries of a matrix
/// are distributed.
bool is_light(const char *function) noexcept {
    static constexpr const char *parts[] = {"_setElement", "_removeElement", "_extractElement",
                                            "_nrows",      "_ncols",         "_nvals",
                                            "_size",       "_owned"};
    return has_part(function, parts);
}

} // namespace

void join_processes(const void *comm, bool is_fortran, const char *mpi) {
    const mpi::Table table = open_mpi_plugin(known_mpi(mpi));
    int rank = 0, size = 1;
    if (table.open(comm, is_fortran, group_settings().seconds, group_settings().chunk, &rank,
                   &size) != 0)
        throw Error(GrB_INVALID_VALUE, "%s", table.text());
    group_ = new Processes(table, rank, size);
    set_gather_parts([](const Array &own, std::size_t bytes, void *all) {
        group_->gather_parts(own, bytes, all);
    });
    distribution = &distribution_of_rows();
    joined_group = facts_of(*group_);
}

Group *processes() noexcept {
    return process_group() != nullptr ? group_ : nullptr;
}

GrB_Info run_together(const char *function, CallBody run, void *context) {
    // Functions that a user's operator calls are part of the call that applies the operator.
    if (is_own(function) || group_->is_in_call()) return run(context);
    const bool asks = is_question(function);
    if (asks && group_->is_over()) return run(context);
    return group_->call(function, asks || is_light(function),
                        !asks && group_settings().checks_calls, run, context);
}

} // namespace grb
