// A GPU of the plugin behind the library's interface Device.
#pragma once

#include "cuda/library/backend.hpp"

namespace grb::device {

/// Writes a line to the log, if logging is on.
void note(const char *what, const char *detail);
/// The table of the open plugin.
const Table &table() noexcept;

class CudaDevice final : public Device {
public:
    CudaDevice(Runtime *runtime, const Facts &facts) noexcept
        : Device(cuda_kind), runtime_(runtime), facts_(facts) {}

    const Facts &facts() const noexcept { return facts_; }
    Runtime *runtime() const noexcept { return runtime_; }
    /// Throws Failure unless the status is ok. Takes a failed device out of service.
    void check(Status status);

    bool is_usable() const noexcept override { return is_in_service() && mode() != Mode::off; }
    void *allocate(std::size_t bytes) override;
    void release(void *pointer) noexcept override;
    void upload(void *to, const void *from_host, std::size_t bytes) override;
    void download(void *to_host, const void *from, std::size_t bytes) override;
    bool copy_from(void *to, Device &other, const void *from, std::size_t bytes) override;
    void finish() override;
    bool take_count(unsigned ticket, std::uint64_t *count) noexcept override;
    void drop_count(unsigned ticket) noexcept override;
    std::optional<bool> find_entry(const Snapshot &snapshot, std::uint64_t row,
                                   std::uint64_t column, void *value) override;
    bool begin_range(const char *name) noexcept override;
    void end_range() noexcept override;

private:
    bool is_in_service() const noexcept {
        return !is_out_of_service_.load(std::memory_order_relaxed) && is_own();
    }
    void fail() noexcept;

    Runtime *const runtime_;
    const Facts facts_;
    std::atomic<bool> is_out_of_service_{false};
};

} // namespace grb::device
