// The plugin's single entry point: a runtime's services, and the other functions by name.
#include "cuda/plugin/cusparse_matrix.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/look_back.hpp"
#include "cuda/plugin/ranges.hpp"

#include <cstring>
#include <memory>
#include <vector>

namespace grb::device {

namespace {

constinit const Export *first_export = nullptr;
constinit std::atomic<Runtime *> first_device = nullptr;

/// All opened runtimes. They are opened one after the other.
std::vector<Runtime *> opened;

/// Returns the runtime; null stands for the first one opened.
Runtime &at(Runtime *device) {
    return device != nullptr ? *device : *first_device.load();
}

/// Makes a member function of Runtime an entry of the table. Nothing is thrown to the library.
template <auto member, class... Arguments>
Status service(Runtime *device, Arguments... arguments) {
    const AtDevice here(*device);
    try {
        return (device->*member)(arguments...);
    } catch (const std::exception &error) {
        return fail(Status::out_of_memory, "%s", error.what());
    }
}

Status open(int ordinal, std::uint64_t memory_cap, const Host *host, Facts *facts,
            Runtime **device) {
    try {
        auto made = std::make_unique<Runtime>();
        const Status status = made->open(ordinal, memory_cap, host, facts);
        // Never destroyed: the driver shuts itself down at exit, in an unknown order.
        if (status != Status::ok) return status;
        for (Runtime *const other : opened) {
            made->reach(*other);
            other->reach(*made);
        }
        opened.push_back(made.get());
        *device = made.release();
        Runtime *none = nullptr;
        first_device.compare_exchange_strong(none, *device);
        return status;
    } catch (const std::exception &error) {
        return fail(Status::out_of_memory, "%s", error.what());
    }
}

} // namespace

Export::Export(const char *name, AnyFunction function) noexcept
    : name_(name), function_(function), next_(first_export) {
    first_export = this;
}

AnyFunction find_export(const char *name) noexcept {
    for (const Export *one = first_export; one != nullptr; one = one->next_)
        if (std::strcmp(one->name_, name) == 0) return one->function_;
    return nullptr;
}

extern "C" __attribute__((visibility("default"))) bool graphblast_cuda_plugin(const char *build,
                                                                              Table *table) {
    if (std::strcmp(build, GRAPHBLAST_PLUGIN_BUILD) != 0) return false;
    table->open = &open;
    table->trim = [](Runtime *device) {
        const AtDevice here(*device);
        release_look_back_words(*device);
        device->trim();
    };
    table->error_text = [] { return error_text(); };
    table->counters = [](Runtime *device) { return at(device).counters(); };
    table->range_push = &push_range;
    table->range_pop = &pop_range;
    table->fail_allocation = [](Runtime *device, std::uint64_t n) {
        return at(device).fail_allocation(n);
    };
    table->allocate = &service<&Runtime::allocate, void **, std::size_t>;
    table->release = [](Runtime *device, void *pointer) {
        const AtDevice here(*device);
        forget_workspace(pointer);
        device->release(pointer);
    };
    table->adopt = &service<&Runtime::adopt, void *, std::size_t>;
    table->hand_over = &service<&Runtime::hand_over, void *>;
    table->upload = &service<&Runtime::upload, void *, const void *, std::size_t>;
    table->download = &service<&Runtime::download, void *, const void *, std::size_t>;
    table->clear = &service<&Runtime::clear, void *, std::size_t>;
    table->copy = &service<&Runtime::copy, void *, const void *, std::size_t>;
    table->copy_from = [](Runtime *device, void *to, Runtime *other, const void *from,
                          std::size_t bytes) {
        const AtDevice here(*device);
        try {
            return device->copy_from(to, *other, from, bytes);
        } catch (const std::exception &error) {
            return fail(Status::out_of_memory, "%s", error.what());
        }
    };
    table->wait = &service<&Runtime::wait>;
    table->take_count = &service<&Runtime::take_count, unsigned, std::uint64_t *>;
    table->drop_count = [](Runtime *device, unsigned ticket) { device->drop_count(ticket); };
    table->find = &find_export;
    return true;
}

} // namespace grb::device
