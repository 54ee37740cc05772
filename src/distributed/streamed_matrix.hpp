// Streams a matrix larger than a device's memory through the device, product after product: in
// partitions, some of which stay there while the others are uploaded in turn, during the work on
// earlier partitions.
#pragma once

#include "base/pinned_memory.hpp"
#include "distributed/partitioning.hpp"

#include <mutex>

namespace grb {

/// The number of partitions for a matrix of `bytes` on a device of `memory` bytes. `room`: the
/// memory left by operands and results.
int blocks_to_stream(double bytes, double room, double memory) noexcept;
/// The bytes that each product but the first uploads.
inline double bytes_to_stream(double bytes, double room) noexcept {
    return bytes - std::clamp(room, 0.0, bytes);
}

/// The partitions of a matrix, kept with it, for one device. One product at a time: the holder of
/// the mutex may change the mutable members. After the first, each product copies a few of the
/// passing partitions to pinned memory, so that no product pays for all: uploads from there use the
/// full rate of the link and need no thread.
class StreamedMatrix final : public Attachment {
public:
    static constexpr char tag[] = "streamed matrix";
    /// `vectors` are A's, on the host. Call only while AmongDevices.
    StreamedMatrix(const Snapshot &whole, const SparseForm &vectors, bool is_by_columns,
                   int blocks);
    std::size_t bytes() const noexcept override;
    const Cuts &cuts() const noexcept { return chunk_snapshots_->cuts(); }
    const Ref<Snapshot> &chunk_snapshot(int block) const { return (*chunk_snapshots_)[block]; }
    /// Returns null for a partition without entries.
    const SparseForm *vectors(int block) const noexcept;
    /// The bytes of indices and values.
    double bytes_of(int block) const noexcept;
    double bytes_of_largest() const noexcept;
    /// The partition's copies in pinned memory, or null.
    const void *pinned_indices(int block) const noexcept { return pinned_of(block).data(); }
    const void *pinned_values(int block) const noexcept;
    /// Returns false if the system refuses pinned memory.
    bool pin(int block, Device &device) const;
    /// Drops the copies of the partition on devices.
    void forget_copies(int block) const;

    mutable std::mutex mutex;
    mutable int products = 0;
    mutable std::atomic<bool> is_pinning_refused{false};

private:
    const PinnedMemory &pinned_of(int block) const noexcept {
        return pinned_[static_cast<std::size_t>(block)];
    }
    const bool is_by_columns_;
    const SparseForm whole_;
    const Ref<const Partitioning> chunk_snapshots_;
    mutable HostVector<PinnedMemory> pinned_;
    mutable std::atomic<std::size_t> pinned_bytes_{0};
};
/// Returns the streamed matrix that A keeps for the device, or a new one.
Ref<const StreamedMatrix> streamed_matrix_of(const Snapshot &A, const SparseForm &vectors,
                                             bool is_by_columns, int blocks, const Device &device);

/// Whether partitions of A would be uploaded from pinned memory, as far as known.
bool may_pin(const Snapshot &A, bool is_by_columns, const Device &device) noexcept;

/// One product's order of the partitions. Of the passing partitions, those on the device come
/// first; the staying partitions lie evenly between the passing ones and keep the device busy when
/// it is quicker than the link.
class UploadPipeline {
public:
    /// `room`: bytes for partitions on the device. The caller holds the matrix's mutex.
    UploadPipeline(const StreamedMatrix &matrix, double room, Device &device);
    const HostVector<int> &order() const noexcept { return order_; }
    /// Call before the work on order()[k]: uploads it, and as many of the next partitions as fit.
    void prefetch(std::size_t k);
    /// Call after the work on order()[k].
    void leave(std::size_t k);

private:
    bool is_there(int block) const noexcept;
    void put_in_order();
    void pin_some();

    const StreamedMatrix &matrix_;
    Device &device_;
    const double room_;
    int staying_ = 0; // the first ones stay
    double there_bytes_ = 0;
    HostVector<int> order_;
    HostVector<std::size_t> missing_; // positions in order_
    std::size_t next_ = 0;            // of missing_
};

} // namespace grb
