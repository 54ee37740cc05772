// Memory, copies and failures of one GPU, by calls of the plugin.
#include "cuda/library/cuda_device.hpp"

#include "cuda/structure/variants/find_entry.hpp"

#include "base/error.hpp"
#include "cuda/library/clean_workspace.hpp"
#include "dispatch/burble.hpp"
#include "dispatch/context.hpp"

#include <algorithm>
#include <cstdio>

namespace grb::device {

namespace {

/// Larger downloads are logged: an iteration needs none.
constexpr std::size_t small_fetch = 65536;

constexpr const char is_lost[] = "the GPU is out of service and holds the only copy of the entries";

} // namespace

void note(const char *what, const char *detail) {
    if (context().log_level() == LogLevel::none) return;
    char line[1024];
    const int length =
        std::snprintf(line, sizeof line - 1, "graphblast device %s: %s", what, detail);
    const auto end = std::min<std::size_t>(static_cast<std::size_t>(length), sizeof line - 2);
    std::replace_if(
        line, line + end, [](unsigned char c) { return c < ' '; }, ' ');
    line[end] = '\n';
    line[end + 1] = 0;
    write_log_line(line);
}

void CudaDevice::check(Status status) {
    if (status == Status::ok) return;
    note(status == Status::out_of_memory ? "memory" : "failure", table().error_text());
    if (status == Status::failed) is_out_of_service_.store(true);
    throw Failure(status);
}

void *CudaDevice::allocate(std::size_t bytes) {
    if (!is_in_service()) throw Failure(Status::failed);
    void *pointer = nullptr;
    Status status = table().allocate(runtime_, &pointer, bytes);
    if (status == Status::out_of_memory) {
        drop_kept_workspaces(*this);
        status = table().allocate(runtime_, &pointer, bytes);
    }
    if (status == Status::out_of_memory && give_up_spare(*this, bytes) != 0)
        status = table().allocate(runtime_, &pointer, bytes);
    check(status);
    return pointer;
}

void CudaDevice::release(void *pointer) noexcept {
    if (is_own()) table().release(runtime_, pointer);
}

void CudaDevice::upload(void *to, const void *from_host, std::size_t bytes) {
    check(table().upload(runtime_, to, from_host, bytes));
}

void CudaDevice::download(void *to_host, const void *from, std::size_t bytes) {
    if (is_out_of_service_.load() || table().download(runtime_, to_host, from, bytes) != Status::ok)
        throw Error(GrB_INVALID_OBJECT, is_lost);
    if (bytes > small_fetch && context().log_level() != LogLevel::none) {
        char amount[32];
        std::snprintf(amount, sizeof amount, "%zu bytes", bytes);
        note("fetched", amount);
    }
}

bool CudaDevice::copy_from(void *to, Device &other, const void *from, std::size_t bytes) {
    if (other.kind() != cuda_kind) return false;
    auto &source = static_cast<CudaDevice &>(other);
    // The source's failure must not count as this device's; the copy through the host reports it.
    if (!source.is_in_service()) return false;
    check(table().copy_from(runtime_, to, source.runtime_, from, bytes));
    return true;
}

void CudaDevice::finish() {
    if (!is_in_service()) throw Error(GrB_INVALID_OBJECT, is_lost);
    if (table().wait(runtime_) == Status::ok) return;
    fail();
    throw Error(GrB_INVALID_OBJECT, "the GPU failed: %s", table().error_text());
}

bool CudaDevice::take_count(unsigned ticket, std::uint64_t *count) noexcept {
    if (!is_in_service()) return false;
    if (table().take_count(runtime_, ticket, count) == Status::ok) return true;
    fail();
    return false;
}

void CudaDevice::drop_count(unsigned ticket) noexcept {
    if (is_own()) table().drop_count(runtime_, ticket);
}

std::optional<bool> CudaDevice::find_entry(const Snapshot &snapshot, std::uint64_t row,
                                           std::uint64_t column, void *value) {
    return device::find_entry(snapshot, row, column, value);
}

bool CudaDevice::begin_range(const char *name) noexcept {
    if (!facts_.has_profiler || !is_own()) return false;
    table().range_push(name);
    return true;
}

void CudaDevice::end_range() noexcept {
    table().range_pop();
}

void CudaDevice::fail() noexcept {
    note("failure", table().error_text());
    is_out_of_service_.store(true);
}

} // namespace grb::device
