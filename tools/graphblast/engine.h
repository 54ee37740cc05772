// The tool's calls of the library beyond the algorithms; no other file uses GrX_ names.
#pragma once

#include <GraphBLAS.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grb::tool {

/// A GraphBLAS call failed; the text names the call and the reason.
class EngineError : public std::runtime_error {
public:
    explicit EngineError(const std::string &text, bool is_panic = false)
        : std::runtime_error(text), is_panic_(is_panic) {}
    /// The library cannot go on; a process group has ended.
    bool is_panic() const { return is_panic_; }

private:
    bool is_panic_;
};

/// Throws EngineError unless the call succeeded; `why` is the object's error text, which may be
/// empty.
void check(GrB_Info info, const char *call, const char *why = nullptr);

/// The processes that a launcher, such as mpirun, started.
struct Launch {
    int rank = 0, size = 1;
};
Launch launched();
/// The bytes of all processes, by rank, in a session of theirs.
std::vector<std::string> gather_bytes(std::string_view own);

/// Calls GrB_init and GrB_finalize. Within a session of launched processes, no other one begins.
class Session {
public:
    enum class Kind { alone, launched };
    explicit Session(Kind kind = Kind::alone);
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

private:
    bool is_own_ = true;
};

/// Owns a GraphBLAS object.
template <class Object, GrB_Info (*release)(Object *)>
class Owner {
public:
    Owner() = default;
    explicit Owner(Object object) : object_(object) {}
    Owner(Owner &&other) noexcept : object_(other.object_) { other.object_ = nullptr; }
    Owner &operator=(Owner &&other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Owner() {
        if (object_ != nullptr) release(&object_);
    }
    Object *out() { return &object_; }
    Object get() const { return object_; }
    operator Object() const { return object_; }

private:
    Object object_ = nullptr;
};
using Matrix = Owner<GrB_Matrix, GrB_Matrix_free>;
using Vector = Owner<GrB_Vector, GrB_Vector_free>;
using Semiring = Owner<GrB_Semiring, GrB_Semiring_free>;

struct VariantName {
    std::string operation;
    std::string name;
};
std::vector<VariantName> registry_variants();

void set_threads(int threads);
int threads();

void force_variant(const std::string &choice); ///< "mxv:cpu/mxv_pull_rows"; "" for none
std::string last_variant();

/// All numbers of the cost models, one line "name value # unit: meaning" each; setting changes the
/// named ones.
std::string rates_text();
void set_rates(const std::string &lines);
/// "measure" or "estimate": calls write lines, which trials() returns; "": stops that.
void set_trials(const std::string &mode);
std::string trials();

/// The library reports each of its choices in a line to this function; null: no reports.
void speak_to(int (*print)(const char *, ...));

void reset_picks();
/// "mxv:cpu/mxv_pull_rows" → how often the library chose it since the last reset.
std::map<std::string, uint64_t> picks();

/// The library's use of a GPU; all 0 without one.
struct DeviceUse {
    uint64_t bytes_in = 0, bytes_out = 0, waits = 0, launches = 0, bytes_peak = 0;
    /// The use after `before`; the peak covers the whole run.
    DeviceUse since(const DeviceUse &before) const;
};
DeviceUse device_use();
std::string device_name();
std::string library_name();
std::string library_version(); ///< "0.1.0"
/// Opens the GPU. Returns false without a GPU, or if GRAPHBLAST_CUDA=0.
bool has_device();

/// The device that runs operations; choice: the one with the shorter estimate.
enum class Target { host, choice, device };
void run_on(Target target);

/// Builds the matrix, which has no entries, from the tuples of all processes.
struct Tuples {
    const uint64_t *rows, *columns;
    const void *values;
    uint64_t count;
};
void build_from_shares(GrB_Matrix A, const Tuples &own, GrB_Type type, GrB_BinaryOp duplicates);

/// A full FP32 matrix; values(k) is its k-th entry by rows.
Matrix full_matrix(uint64_t nrows, uint64_t ncols, const std::function<float(uint64_t)> &values);

/// A read-only sparse matrix by rows in the caller's arrays, which outlive it.
struct SparseArrays {
    uint64_t nrows, ncols, entries;
    void *offsets; ///< of 4 or 8 bytes each
    bool has_short_offsets;
    uint32_t *columns;
    void *values;
    GrB_Type type;
    bool is_iso; ///< one value for all entries
};
Matrix matrix_of_arrays(const SparseArrays &arrays);

const char *format_of(GrB_Matrix A);
void pin_format(GrB_Matrix A, const std::string &format);
void pin_format(GrB_Vector w, const std::string &format);
size_t bytes_of(GrB_Matrix A);
std::vector<const char *> format_names();

} // namespace grb::tool
