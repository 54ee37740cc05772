// Refusals and costs that the element-wise device variants share.
#pragma once

#include "costs/device_rates.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "dispatch/variant.hpp"

namespace grb::device {

/// Returns the reason why A cannot be an operand on the device, or null.
inline const char *refuses_dense(const Snapshot &A) noexcept {
    if (const char *refusal = refusal_of(A.type())) return refusal;
    if (A.nrows() == 0 || A.ncols() == 0) return "nothing to compute";
    return can_be_dense_operand(A) ? nullptr : "too large or not dense";
}

/// Returns the reason why A cannot be an operand beside `other`, or null: a short list is densified
/// when `other` is dense.
inline const char *refuses_dense_beside(const Snapshot &A, const Snapshot &other) noexcept {
    const char *const refusal = refuses_dense(A);
    return refusal != nullptr && other.has_dense() && can_be_densified(A) ? nullptr : refusal;
}

/// The reason to refuse a result of one value, which the host computes at once.
inline constexpr const char *iso_refusal = "iso";

inline const DeviceCoefficient fetched_share{
    "device_pass_missing_share", "1",
    "of the operands' elements: where more are missing, the result goes back, too", 0.9};

/// Cost of one pass over dense operands. Operands that the device lacks are copied first. The copy
/// of the largest one is an investment, since other calls may read it, too. If the device lacks
/// nearly all operands, the host will want the result: the cost includes its copy to the host.
class PassCost {
public:
    void reads(const Snapshot &A) noexcept {
        bytes_ += dense_bytes(A);
        const double missing = missing_dense_bytes(A);
        missing_ += missing;
        if (missing > invested_) {
            invested_ = missing;
            invested_in_ = &A;
        }
        // A sparse operand is densified first.
        if (!A.has_dense() && !is_known_empty(A)) {
            bytes_ += 2 * dense_bytes(A);
            launches_ += 2;
        }
    }
    void reads(const MaskInput &mask) noexcept {
        if (mask.is_none()) return;
        const double elements = static_cast<double>(mask.snapshot->nrows()) *
                                static_cast<double>(mask.snapshot->ncols());
        bytes_ += elements / 4;
        if (mask.kind == MaskKind::value && mask.snapshot->has_dense())
            bytes_ += dense_bytes(*mask.snapshot); // for making the bits
        launches_ += 1;
        missing_ += missing_dense_bytes(*mask.snapshot);
    }
    void writes(double bytes) noexcept { written_ += bytes; }
    Cost cost() const noexcept {
        const Rates &r = rates();
        const bool is_all_missing = missing_ > 0 && missing_ >= bytes_ * fetched_share;
        Cost cost{(bytes_ + written_) / r.stream_bytes + launches_ * r.launch_seconds +
                  (missing_ - invested_) / r.upload_bytes};
        cost.missing_seconds =
            invested_ / r.upload_bytes + (is_all_missing ? written_ / r.download_bytes : 0);
        cost.missing_in = invested_in_;
        cost.missing_item = SnapshotItem::device;
        return cost;
    }

private:
    double bytes_ = 0, missing_ = 0, written_ = 0, launches_ = 1;
    double invested_ = 0; // part of missing_
    const Snapshot *invested_in_ = nullptr;
};

inline double element_count_of(const Snapshot &A) noexcept {
    return static_cast<double>(A.nrows()) * static_cast<double>(A.ncols());
}

} // namespace grb::device
