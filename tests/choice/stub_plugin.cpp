// A plugin without a GPU: its device's memory is the host's, and it counts every call. Variants
// refuse and estimate as on a GPU; of the functions that run them only those exist with which a
// choice may prepare.
#include "choice/stub_plugin.h"

#include <cstdlib>
#include <cstring>

namespace {

using namespace grb::device;

StubPlugin state{};

/// Counts a call.
Status call(const char *name) {
    state.calls++;
    state.last_call = name;
    return Status::ok;
}

Status no_absence(Runtime *, const char **reason) {
    *reason = nullptr;
    return call("absence");
}

Status define(Runtime *, const Definition *definition, const char **name) {
    *name = definition->c_name; // outlives its use here
    return call("define");
}

Status is_source_refused(Runtime *, const char *name, bool *is_refused) {
    *is_refused = state.refused_source != nullptr && std::strcmp(name, state.refused_source) == 0;
    return call("is_source_refused");
}

template <class Function>
AnyFunction any(Function *function) {
    return reinterpret_cast<AnyFunction>(function);
}

AnyFunction find(const char *name) {
    call("find");
    if (std::strstr(name, "_absence") != nullptr) return any(&no_absence);
    if (std::strcmp(name, "define") == 0) return any(&define);
    return std::strcmp(name, "is_source_refused") == 0 ? any(&is_source_refused) : nullptr;
}

Status open(int, std::uint64_t, const Host *, Facts *facts, Runtime **device) {
    std::strcpy(facts->name, "a GPU that is none");
    facts->capability = 90;
    facts->multiprocessors = 132;
    facts->memory_bytes = std::uint64_t{1} << 36;
    facts->l2_bytes = std::uint64_t{1} << 25;
    *device = reinterpret_cast<Runtime *>(&state); // the caller only passes it back
    return call("open");
}

} // namespace

extern "C" __attribute__((visibility("default"))) StubPlugin *stub_plugin() {
    return &state;
}

extern "C" __attribute__((visibility("default"))) bool graphblast_cuda_plugin(const char *build,
                                                                              Table *table) {
    if (std::strcmp(build, GRAPHBLAST_PLUGIN_BUILD) != 0) return false;
    table->open = &open;
    table->trim = [](Runtime *) { call("trim"); };
    table->error_text = [] { return "not implemented"; };
    table->counters = [](Runtime *) { return Counters{}; };
    table->range_push = [](const char *) { call("range_push"); };
    table->range_pop = [] { call("range_pop"); };
    table->fail_allocation = [](Runtime *, std::uint64_t) { return std::uint64_t{0}; };
    table->allocate = [](Runtime *, void **pointer, std::size_t bytes) {
        *pointer = std::calloc(1, bytes + 1);
        return call("allocate");
    };
    table->release = [](Runtime *, void *pointer) {
        std::free(pointer);
        call("release");
    };
    table->adopt = [](Runtime *, void *, std::size_t) { return call("adopt"); };
    table->hand_over = [](Runtime *, void *) { return call("hand_over"); };
    table->upload = [](Runtime *, void *to, const void *from, std::size_t bytes) {
        std::memcpy(to, from, bytes);
        return call("upload");
    };
    table->download = [](Runtime *, void *to, const void *from, std::size_t bytes) {
        std::memcpy(to, from, bytes);
        return call("download");
    };
    table->clear = [](Runtime *, void *to, std::size_t bytes) {
        std::memset(to, 0, bytes);
        return call("clear");
    };
    table->copy = [](Runtime *, void *to, const void *from, std::size_t bytes) {
        std::memcpy(to, from, bytes);
        return call("copy");
    };
    table->copy_from = [](Runtime *, void *to, Runtime *, const void *from, std::size_t bytes) {
        std::memcpy(to, from, bytes);
        return call("copy_from");
    };
    table->wait = [](Runtime *) { return call("wait"); };
    table->take_count = [](Runtime *, unsigned, std::uint64_t *count) {
        *count = state.count;
        return call("take_count");
    };
    table->drop_count = [](Runtime *, unsigned) { call("drop_count"); };
    table->find = &find;
    return true;
}
