// How a matrix that is larger than the memory of a place passes through it, product after product: in parts, some of which stay there while
// the others are uploaded in turn, beside the work on those before.
#pragma once

#include "base/pinned_memory.hpp"
#include "team/parts.hpp"

#include <mutex>

namespace grb {

/// In how many parts a matrix of so many bytes passes through a place with so much memory. `room`: what operands and results leave of it.
int parts_to_pass(double bytes, double room, double memory) noexcept;
/// Bytes that are uploaded with each product but the first.
inline double bytes_to_pass(double bytes, double room) noexcept {
    return bytes - std::clamp(room, 0.0, bytes);
}

/// The parts of a matrix, kept with it, for one place. One product at a time: who has the mutex may change what is mutable. Of parts that
/// pass, a few with each product after the first are copied to pinned memory, so that no product pays for all: from there uploads go at the
/// full rate of the link and need no thread.
class Passage final : public Attachment {
public:
    static constexpr char tag[] = "passage";
    /// `lines` are A's, on the host. Only while AmongPlaces.
    Passage(const Snapshot &whole, const SparsePart &lines, bool is_by_columns, int parts);
    std::size_t bytes() const noexcept override;
    const Cuts &cuts() const noexcept { return pieces_->cuts(); }
    const Ref<Snapshot> &piece(int part) const { return (*pieces_)[part]; }
    /// Null: it has no entries.
    const SparsePart *lines(int part) const noexcept;
    /// Of indices and values.
    double bytes_of(int part) const noexcept;
    double bytes_of_largest() const noexcept;
    /// Copies in pinned memory; null: there are none.
    const void *pinned_indices(int part) const noexcept { return pinned_of(part).data(); }
    const void *pinned_values(int part) const noexcept;
    /// False: it was refused.
    bool pin(int part, Place &place) const;
    /// Places have no copies of the part any more.
    void forget_copies(int part) const;

    mutable std::mutex mutex;
    mutable int products = 0;
    mutable std::atomic<bool> is_pinning_refused{false};

private:
    const PinnedMemory &pinned_of(int part) const noexcept {
        return pinned_[static_cast<std::size_t>(part)];
    }
    const bool is_by_columns_;
    const SparsePart whole_;
    const Ref<const Parts> pieces_;
    mutable HostVector<PinnedMemory> pinned_;
    mutable std::atomic<std::size_t> pinned_bytes_{0};
};
/// The one that is kept with A for the place, or a new one.
Ref<const Passage> passage_of(const Snapshot &A, const SparsePart &lines, bool is_by_columns,
                              int parts, const Place &place);

/// Whether parts of A would be uploaded from pinned memory, as far as is known.
bool may_pin(const Snapshot &A, bool is_by_columns, const Place &place) noexcept;

/// One product's way through the parts. Those that are there come first of the passing ones, and the staying ones lie evenly between
/// them: they are what the place works on when it is quicker than the link.
class Conveyor {
public:
    /// `room`: for parts at the place. The caller has the passage's mutex.
    Conveyor(const Passage &passage, double room, Place &place);
    const HostVector<int> &order() const noexcept { return order_; }
    /// To be called before the work on order()[k]: it is there or on its way then, and so are as many of the next as there is room for.
    void bring(std::size_t k);
    /// After it.
    void leave(std::size_t k);

private:
    bool is_there(int part) const noexcept;
    void put_in_order();
    void pin_some();

    const Passage &passage_;
    Place &place_;
    const double room_;
    int staying_ = 0; // the first ones
    double there_bytes_ = 0;
    HostVector<int> order_;
    HostVector<std::size_t> missing_; // positions in order_
    std::size_t next_ = 0;            // of missing_
};

} // namespace grb
