// Tests every function of the headers with each of its handles NULL, of a freed object, and of an
// object of every other kind. The memory of freed objects is kept: the library reads only its mark
// and writes nothing.
#include "api/kept_memory.h"
#include "api/misuse.h"
#include "api/world.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace api {
namespace {

/// Holds a handle of each kind, or null.
using Handles = std::array<void *, static_cast<std::size_t>(Kind::count)>;

void *&of(Handles &handles, Kind kind) {
    return handles[static_cast<std::size_t>(kind)];
}

GxB_IndexBinaryOp new_index_binary_op() {
    GxB_IndexBinaryOp op = nullptr;
    const auto function = [](void *, const void *, GrB_Index, GrB_Index, const void *, GrB_Index,
                             GrB_Index, const void *) {};
    require(GxB_IndexBinaryOp_new(&op, function, GrB_FP64, GrB_FP64, GrB_FP64, GrB_FP64, nullptr,
                                  nullptr));
    return op;
}

Handles handles_of(const World &world) {
    Handles live{};
    of(live, Kind::type) = world.pair;
    of(live, Kind::unary_op) = world.negate;
    of(live, Kind::binary_op) = world.minus;
    of(live, Kind::index_unary_op) = world.shifted;
    of(live, Kind::monoid) = world.monoid;
    of(live, Kind::semiring) = world.semiring;
    of(live, Kind::descriptor) = world.desc;
    of(live, Kind::scalar) = world.s;
    of(live, Kind::vector) = world.u;
    of(live, Kind::matrix) = world.A;
    of(live, Kind::global) = const_cast<GrB_Global_opaque *>(GrB_GLOBAL);
    of(live, Kind::select_op) = GxB_NONZERO;
    of(live, Kind::context) = GxB_CONTEXT_WORLD;
    return live;
}

/// Returns handles of freed objects, of each kind that can be freed.
Handles freed_handles() {
    Handles stale{};
    keeps_ = true;
    {
        const World world;
        stale = handles_of(world);
        GxB_Context context = nullptr;
        require(GxB_Context_new(&context));
        of(stale, Kind::context) = context;
        require(GxB_Context_free(&context));
        GxB_IndexBinaryOp op = new_index_binary_op();
        of(stale, Kind::index_binary_op) = op;
        require(GxB_IndexBinaryOp_free(&op));
        GxB_Container container = nullptr;
        require(GxB_Container_new(&container));
        of(stale, Kind::container) = container;
        require(GxB_Container_free(&container));
        GxB_Iterator iterator = nullptr;
        require(GxB_Iterator_new(&iterator));
        of(stale, Kind::iterator) = iterator;
        require(GxB_Iterator_free(&iterator));
    }
    keeps_ = false;
    of(stale, Kind::global) = nullptr;
    of(stale, Kind::select_op) = nullptr;
    return stale;
}

bool has_end(const std::string &text, const std::string &end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}
/// True if the call reads the handle that a pointer points to, rather than only writing it.
bool is_read(const std::string &function, const HandleArgument &argument) {
    const std::string name = argument.name;
    return function.find("_export_") != std::string::npos
               ? name != "type"
               : has_end(function, "_set_arenas") || function == "GxB_pack_HyperHash" ||
                     function == "GxB_Matrix_concat" || function == "GxB_Scalar_wait";
}

bool may_be_null(const std::string &function, const HandleArgument &argument) {
    static const std::set<std::string> always = {"mask", "Mask", "accum", "dup", "Thunk"};
    const std::string name = argument.name;
    return always.count(name) != 0 || (name == "desc" && function.rfind("GxB_Desc_set", 0) != 0) ||
           (name == "type" && function.find("_deserialize") != std::string::npos) ||
           (name.find("_vector") != std::string::npos &&
            function.find("_build_") == std::string::npos) ||
           function == "GxB_Context_disengage" || function == "GxB_pack_HyperHash" ||
           (has_end(function, "_sort") &&
            (name == "C" || name == "w" || name == "P" || name == "p"));
}

/// The arguments of a call: live handles, and places for returned ones.
class Arguments {
public:
    Arguments(const MisuseCall &call, const Handles &live) : call_(call) {
        std::size_t k = 0;
        for (const HandleArgument &argument : call.handles) {
            void *const handle = live[static_cast<std::size_t>(argument.kind)];
            // A place for a returned handle holds neither a live object nor NULL.
            slots_[k] = is_read(call.function, argument) ? handle : never_initialised();
            values_[k] = argument.is_pointed ? &slots_[k] : handle;
            k++;
        }
    }
    GrB_Info call() const { return call_.call(values_.data()); }
    /// Calls with another handle, or with NULL in place of a pointer to one.
    GrB_Info call_with(std::size_t k, void *value) {
        const auto slots = slots_;
        void *const before = std::exchange(values_[k], value);
        const GrB_Info info = call();
        values_[k] = before;
        EXPECT_EQ(slots_, slots) << call_.function << ": " << call_.handles[k].name;
        return info;
    }
    /// Calls with another handle in the place that the argument points to.
    GrB_Info call_with_slot(std::size_t k, void *value) {
        void *const before = std::exchange(slots_[k], value);
        const GrB_Info info = call();
        EXPECT_EQ(slots_[k], value) << call_.function << ": " << call_.handles[k].name;
        slots_[k] = before;
        return info;
    }
    /// Calls a function that frees and returns the place's content afterwards.
    void *slot_after(void *value) {
        slots_[0] = value;
        EXPECT_EQ(call(), GrB_SUCCESS) << call_.function;
        return slots_[0];
    }

private:
    const MisuseCall &call_;
    std::array<void *, 12> values_{}, slots_{};
};

/// The library detects a blob of zeros before the scalar.
GrB_Info code_of_wrong(const std::string &function) {
    return function == "GxB_Serialized_get_Scalar" ? GrB_INVALID_OBJECT : GrB_UNINITIALIZED_OBJECT;
}

bool frees(const MisuseCall &call) {
    return has_end(call.function, "_free");
}

/// True for a move of an iterator in inner loops, which only checks that the iterator exists.
bool moves(const MisuseCall &call) {
    const std::string name = call.function;
    return name.find("Iterator_") != std::string::npos && !has_end(name, "_attach") &&
           name.find("_new") == std::string::npos;
}

bool is_collection(Kind kind) {
    return kind == Kind::scalar || kind == Kind::vector || kind == Kind::matrix;
}

/// A vector and a scalar may stand in for matrices, and a scalar for a vector; to be freed and for
/// their texts, each of the three for any other.
bool may_have_proxy(const std::string &function, Kind given, Kind wanted) {
    if (!is_collection(given) || !is_collection(wanted)) return false;
    if (has_end(function, "_free") || has_end(function, "_error")) return true;
    return wanted == Kind::matrix || (wanted == Kind::vector && given == Kind::scalar);
}

/// The end of the text for a live object of a kind, in the order of Kind.
const std::array<const char *, 14> words = {" is a type",
                                            " is a unary operator",
                                            " is a binary operator",
                                            " is an index unary operator",
                                            " is a monoid",
                                            " is a semiring",
                                            " is a descriptor",
                                            " is a scalar",
                                            " is a ", // a vector, or matrix of one column
                                            " is a matrix",
                                            " is GrB_GLOBAL",
                                            " is a select operator",
                                            " is a context",
                                            " is an index binary operator"};
const char *const no_object = " was freed or never initialised";

/// Older names call the C API's functions.
std::string name_in_text(const std::string &function) {
    if (function == "GxB_kron") return "GrB_Matrix_kronecker_BinaryOp";
    const bool is_older = function.rfind("GxB_", 0) == 0 &&
                          (has_end(function, "_BinaryOp1st") || has_end(function, "_BinaryOp2nd"));
    return is_older ? "GrB" + function.substr(3) + "_Scalar" : function;
}
/// Returns an argument's name in the header, and its other name in texts.
std::vector<std::string> names_of(const std::string &name) {
    static const std::map<std::string, std::string> others = {
        {"monoid", "op"}, {"Mask", "mask"},   {"Tiles", "Tiles[k]"},
        {"p", "P"},       {"x", "the value"}, {"value", "the value"}};
    const auto other = others.find(name);
    return other == others.end() ? std::vector{name} : std::vector{name, other->second};
}
/// True if the text is kept by the object that is read, which is not the first argument, or by the
/// one written to.
bool keeps_elsewhere(const std::string &function) {
    return has_end(function, "_get_Scalar") || has_end(function, "_extractTuples_Vector");
}

class Misuse : public testing::Test {
protected:
    /// The library uses this file's memory functions.
    void SetUp() override {
        require(GrB_finalize());
        require(GxB_init(GrB_NONBLOCKING, std::malloc, std::calloc, std::realloc, give_back));
        stale_ = freed_handles();
        world_ = std::make_unique<World>();
        live_ = handles_of(*world_);
        index_binary_op_ = new_index_binary_op();
        of(live_, Kind::index_binary_op) = index_binary_op_;
        require(GxB_Container_new(&container_));
        of(live_, Kind::container) = container_;
        require(GxB_Iterator_new(&iterator_));
        of(live_, Kind::iterator) = iterator_;
        contents_ = world_->contents();
    }
    void TearDown() override {
        expect_kept_as_it_was();
        require(GxB_Iterator_free(&iterator_));
        require(GxB_Container_free(&container_));
        require(GxB_IndexBinaryOp_free(&index_binary_op_));
        world_.reset();
        require(GrB_finalize());
        forget_kept();
        require(GrB_init(GrB_NONBLOCKING));
    }

    /// Returns handles that are wrong for this kind: of a freed object, and of all other kinds that
    /// cannot stand in for it.
    std::vector<void *> wrong_handles(const std::string &function, Kind kind) const {
        std::vector<void *> wrong;
        for (std::size_t k = 0; k < live_.size(); k++) {
            const bool is_itself = k == static_cast<std::size_t>(kind);
            if (!is_itself && may_have_proxy(function, static_cast<Kind>(k), kind)) continue;
            void *const handle = is_itself ? stale_[k] : live_[k];
            if (handle != nullptr) wrong.push_back(handle);
        }
        return wrong;
    }
    void expect_nothing_changed(const MisuseCall &call) const {
        EXPECT_EQ(world_->contents(), contents_) << call.function << " changed an object";
        // These functions always set their text.
        if (has_end(call.function, "_error")) std::memset(scratch(), 0, sizeof(const char *));
        static const std::string zeros(scratch_bytes, 0);
        EXPECT_EQ(std::memcmp(scratch(), zeros.data(), scratch_bytes), 0)
            << call.function << " wrote to an array";
    }

    /// The first argument keeps the text, unless it is the wrong one.
    void expect_text(const MisuseCall &call, std::size_t wrong, const void *handle) const {
        const HandleArgument &keeper = call.handles[0];
        if (wrong == 0 || keeper.is_pointed || !is_collection(keeper.kind)) return;
        if (keeps_elsewhere(call.function)) return;
        const auto kind =
            static_cast<std::size_t>(std::find(live_.begin(), live_.end(), handle) - live_.begin());
        const std::string text = keeper.kind == Kind::matrix   ? error_text(world_->A)
                                 : keeper.kind == Kind::vector ? error_text(world_->u)
                                                               : error_text(world_->s),
                          word = kind < words.size() ? words[kind] : no_object;
        bool is_right = false;
        for (const std::string &name : names_of(call.handles[wrong].name))
            is_right |= text.rfind(name_in_text(call.function) + ": " + name + word, 0) == 0;
        EXPECT_TRUE(is_right) << call.function << ": " << call.handles[wrong].name << word << ": "
                              << text;
    }

    Handles stale_{}, live_{};
    std::unique_ptr<World> world_;
    GxB_IndexBinaryOp index_binary_op_ = nullptr;
    GxB_Container container_ = nullptr;
    GxB_Iterator iterator_ = nullptr;
    std::string contents_;
};

TEST_F(Misuse, Null) {
    std::size_t count = 0;
    for (const MisuseCall &call : all_calls) {
        if (frees(call)) continue;
        Arguments arguments(call, live_);
        for (std::size_t k = 0; k < call.handles.size(); k++) {
            const HandleArgument &argument = call.handles[k];
            const std::string what = std::string(call.function) + ": " + argument.name;
            if (may_be_null(call.function, argument)) continue;
            EXPECT_EQ(arguments.call_with(k, nullptr), GrB_NULL_POINTER) << what;
            count++;
            if (argument.is_pointed && is_read(call.function, argument)) {
                EXPECT_EQ(arguments.call_with_slot(k, nullptr), GrB_NULL_POINTER) << what;
                count++;
            }
        }
        expect_nothing_changed(call);
    }
    EXPECT_GT(count, 1200U);
}

TEST_F(Misuse, FreedAndOfAnotherKind) {
    std::size_t count = 0;
    for (const MisuseCall &call : all_calls) {
        if (frees(call) || moves(call)) continue;
        Arguments arguments(call, live_);
        for (std::size_t k = 0; k < call.handles.size(); k++) {
            const HandleArgument &argument = call.handles[k];
            if (argument.is_pointed && !is_read(call.function, argument)) continue;
            for (void *const handle : wrong_handles(call.function, argument.kind)) {
                EXPECT_EQ(argument.is_pointed ? arguments.call_with_slot(k, handle)
                                              : arguments.call_with(k, handle),
                          code_of_wrong(call.function))
                    << call.function << ": " << argument.name << ", handle "
                    << std::find(live_.begin(), live_.end(), handle) - live_.begin();
                expect_text(call, k, handle);
                count++;
            }
        }
        expect_nothing_changed(call);
    }
    EXPECT_GT(count, 20000U);
}

/// A free clears a handle of the wrong kind; a second free of a copied handle detects the mark.
TEST_F(Misuse, FreeingTwice) {
    std::size_t count = 0;
    for (const MisuseCall &call : all_calls) {
        if (!frees(call) || call.handles.empty()) continue;
        Arguments arguments(call, live_);
        EXPECT_EQ(arguments.call_with(0, nullptr), GrB_SUCCESS) << call.function;
        EXPECT_EQ(arguments.slot_after(nullptr), nullptr) << call.function;
        for (void *const handle : wrong_handles(call.function, call.handles[0].kind))
            EXPECT_EQ(arguments.slot_after(handle), nullptr) << call.function;
        expect_nothing_changed(call);
        count++;
    }
    EXPECT_EQ(count, 15U);
}

/// After GrB_finalize every call returns GrB_PANIC, except those that work at any time.
TEST_F(Misuse, WithoutALibrary) {
    require(GrB_finalize());
    std::size_t count = 0;
    for (const MisuseCall &call : all_calls) {
        const std::string name = call.function;
        if (frees(call) || moves(call) || call.handles.empty() || has_end(name, "_error")) continue;
        EXPECT_EQ(Arguments(call, live_).call(), GrB_PANIC) << name;
        count++;
    }
    EXPECT_GT(count, 780U);
    EXPECT_EQ(GrB_finalize(), GrB_SUCCESS);
    require(GxB_init(GrB_NONBLOCKING, std::malloc, std::calloc, std::realloc, give_back));
    EXPECT_EQ(GrB_init(GrB_NONBLOCKING), GrB_INVALID_VALUE);
    EXPECT_EQ(world_->contents(), contents_);
}

/// Functions that return no code only read an iterator, or set a flag.
TEST_F(Misuse, NothingElseIsDeclared) {
    for (const std::string function : functions_without_code)
        EXPECT_TRUE(function.find("Iterator") != std::string::npos ||
                    function.find("GxB_atfork_") == 0 ||
                    function == "GB_Global_GrB_init_called_set")
            << function;
    EXPECT_GT(all_calls.size(), 800U);
}

} // namespace

void *scratch() {
    alignas(64) static std::array<unsigned char, scratch_bytes> bytes{};
    return bytes.data();
}

} // namespace api
