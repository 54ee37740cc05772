// Cuts a large matrix into partitions, pins them, and uploads them ahead of the products that use
// them.
#include "distributed/streamed_matrix.hpp"

#include "base/array_ranges.hpp"
#include "base/copied_bytes.hpp"
#include "costs/coefficient.hpp"

#include <cmath>

namespace grb {

namespace {

const HostCoefficient short_upload{
    "group_partition_bytes", "bytes",
    "of a partition of a streamed matrix: shorter uploads do not reach the link's rate", 8e6};

/// More partitions leave fewer bytes in flight but cost the host more time. If nothing fits, a
/// partition takes 1 / of_nothing of the memory.
constexpr double fewest_at_once = 3, most_at_once = 16, most_blocks = 1024, of_nothing = 64;

constexpr std::size_t alignment = 256;

std::size_t index_bytes(const SparseForm &vectors) noexcept {
    return vectors.nvals * static_cast<std::size_t>(vectors.index_width);
}
/// The offset of the values behind the indices in pinned memory.
std::size_t values_at(const SparseForm &vectors) noexcept {
    return (index_bytes(vectors) + alignment - 1) / alignment * alignment;
}

} // namespace

int blocks_to_stream(double bytes, double room, double memory) noexcept {
    const double at_once = std::clamp(room / short_upload, fewest_at_once, most_at_once);
    const double wanted = room > 0 ? room / at_once : memory / of_nothing;
    return static_cast<int>(std::clamp(std::ceil(bytes / std::max(wanted, 1.0)), 1.0, most_blocks));
}

StreamedMatrix::StreamedMatrix(const Snapshot &whole, const SparseForm &vectors, bool is_by_columns,
                               int blocks)
    : is_by_columns_(is_by_columns), whole_(vectors), chunk_snapshots_([&] {
          const Axis axis = stored(Axis::rows, is_by_columns);
          const Cuts cuts = cuts_by_entries(vectors, length_of(whole, axis), blocks);
          HostVector<Ref<Snapshot>> chunk_snapshots;
          for (int block = 0; block < blocks; block++)
              chunk_snapshots.push_back(slice(whole, axis, cuts.begin(block), cuts.end(block)));
          return Ref<const Partitioning>::share(
              make_ref<Partitioning>(whole, cuts, std::move(chunk_snapshots)).get());
      }()),
      pinned_(static_cast<std::size_t>(blocks)) {}

std::size_t StreamedMatrix::bytes() const noexcept {
    return sizeof *this + pinned_bytes_.load(std::memory_order_relaxed) +
           pinned_.size() * (sizeof(Snapshot) + sizeof(PinnedMemory));
}

const SparseForm *StreamedMatrix::vectors(int block) const noexcept {
    const LazyForm<SparseForm> &own =
        std::as_const(*chunk_snapshot(block)).vectors_form(is_by_columns_);
    return own.is_present() && own.get().nvals != 0 ? &own.get() : nullptr;
}

double StreamedMatrix::bytes_of(int block) const noexcept {
    const SparseForm *const own = vectors(block);
    if (own == nullptr) return 0;
    const std::size_t value = own->is_iso ? 0 : chunk_snapshot(block)->type()->size;
    return static_cast<double>(index_bytes(*own) + own->nvals * value);
}

double StreamedMatrix::bytes_of_largest() const noexcept {
    double most = 0;
    for (int block = 0; block < cuts().blocks(); block++) most = std::max(most, bytes_of(block));
    return most;
}

const void *StreamedMatrix::pinned_values(int block) const noexcept {
    const PinnedMemory &memory = pinned_of(block);
    const SparseForm *const own = vectors(block);
    return memory.empty() || own->is_iso ? nullptr : memory.data() + values_at(*own);
}

bool StreamedMatrix::pin(int block, Device &device) const {
    const SparseForm &own = *vectors(block);
    const std::size_t size = own.is_iso ? 0 : chunk_snapshot(block)->type()->size;
    PinnedMemory memory(device, values_at(own) + own.nvals * size);
    if (memory.empty()) return false;
    std::uint64_t first = 0;
    for (int before = 0; before < block; before++)
        if (const SparseForm *const other = vectors(before)) first += other->nvals;
    const auto width = static_cast<std::size_t>(own.index_width);
    copy_by_all(memory.data(), whole_.column_indices.as<unsigned char>() + first * width,
                index_bytes(own));
    if (size != 0)
        copy_by_all(memory.data() + values_at(own),
                    whole_.values.as<unsigned char>() + first * size, own.nvals * size);
    pinned_bytes_ += memory.bytes();
    pinned_[static_cast<std::size_t>(block)] = std::move(memory);
    return true;
}

void StreamedMatrix::forget_copies(int block) const {
    SparseForm &own = chunk_snapshot(block)->vectors_form(is_by_columns_).get();
    own.column_indices = read_anew(own.column_indices);
    if (!own.is_iso) own.values = read_anew(own.values);
}

namespace {

AttachmentKey key_of(bool is_by_columns, const Device &device, int finer) noexcept {
    constexpr int bits_of_device = 16;
    return {is_by_columns,
            static_cast<std::uint64_t>(device.id()) | static_cast<std::uint64_t>(finer)
                                                          << bits_of_device,
            nullptr};
}

} // namespace

bool may_pin(const Snapshot &A, bool is_by_columns, const Device &device) noexcept {
    const Ref<const StreamedMatrix> usual =
        A.attachments().find<StreamedMatrix>(key_of(is_by_columns, device, 0));
    return usual ? !usual->is_pinning_refused.load() : most_pinned_bytes() != 0;
}

Ref<const StreamedMatrix> streamed_matrix_of(const Snapshot &A, const SparseForm &vectors,
                                             bool is_by_columns, int blocks, const Device &device) {
    const auto one_of = [&](int finer) {
        return A.attachments().get_or_make<StreamedMatrix>(
            key_of(is_by_columns, device, finer), [&] {
                return make_ref<StreamedMatrix>(A, vectors, is_by_columns,
                                                finer == 0 ? blocks : finer);
            });
    };
    // All products use the same partitions, unless these are too large for a product with less
    // room. Each streamed matrix pins memory, so there are few, each with twice the partitions of
    // the one before.
    const Ref<const StreamedMatrix> usual = one_of(0);
    const int of_usual = usual->cuts().blocks();
    if (blocks <= 2 * of_usual) return usual;
    int finer = of_usual;
    while (finer < blocks) finer *= 2;
    return one_of(finer);
}

UploadPipeline::UploadPipeline(const StreamedMatrix &matrix, double room, Device &device)
    : matrix_(matrix), device_(device), room_(room) {
    const double largest = matrix.bytes_of_largest();
    const int streaming = room >= 6 * largest ? 3 : 2;
    double staying_bytes = streaming * largest;
    while (staying_ < matrix.cuts().blocks() && staying_bytes + matrix.bytes_of(staying_) <= room) {
        staying_bytes += matrix.bytes_of(staying_);
        staying_++;
    }
    put_in_order();
    pin_some();
}

void UploadPipeline::put_in_order() {
    const int blocks = matrix_.cuts().blocks();
    HostVector<int> streaming;
    for (const bool are_there : {true, false})
        for (int block = staying_; block < blocks; block++)
            if (is_there(block) == are_there) streaming.push_back(block);
    int stayed = 0, streamed = 0;
    while (stayed + streamed < blocks) {
        const bool takes_staying = streamed == blocks - staying_ ||
                                   (stayed < staying_ && (stayed + 1) * (blocks - staying_ + 1) <
                                                             (streamed + 1) * (staying_ + 1));
        order_.push_back(takes_staying ? stayed++
                                       : streaming[static_cast<std::size_t>(streamed++)]);
    }
    for (std::size_t k = 0; k < order_.size(); k++) {
        if (is_there(order_[k])) {
            there_bytes_ += matrix_.bytes_of(order_[k]);
        } else if (matrix_.vectors(order_[k]) != nullptr) {
            missing_.push_back(k);
        }
    }
}

/// Pins a few partitions at a time, so that the product takes little longer.
void UploadPipeline::pin_some() {
    if (matrix_.products++ == 0) return;
    const int blocks = matrix_.cuts().blocks();
    int left = std::max(1, (blocks - staying_) / 4);
    for (int block = staying_; block < blocks && left != 0 && !matrix_.is_pinning_refused;
         block++) {
        if (matrix_.vectors(block) == nullptr || matrix_.pinned_indices(block) != nullptr) continue;
        matrix_.is_pinning_refused = !matrix_.pin(block, device_);
        left--;
    }
}

bool UploadPipeline::is_there(int block) const noexcept {
    const SparseForm *const own = matrix_.vectors(block);
    return own != nullptr && own->column_indices.is_at(device_) &&
           (own->is_iso || own->values.is_at(device_));
}

void UploadPipeline::prefetch(std::size_t k) {
    for (; next_ < missing_.size(); next_++) {
        const int block = order_[missing_[next_]];
        if (there_bytes_ + matrix_.bytes_of(block) > room_ && missing_[next_] > k) return;
        const SparseForm &own = *matrix_.vectors(block);
        try {
            own.row_offsets.data_at(device_);
            {
                const SendsAhead indices(matrix_.pinned_indices(block));
                own.column_indices.data_at(device_);
            }
            const SendsAhead values(matrix_.pinned_values(block));
            own.values.data_at(device_);
        } catch (const DeviceFailure &) {
            // The choice of a variant for this partition will find that it is missing on the
            // device.
        }
        there_bytes_ += matrix_.bytes_of(block);
    }
}

void UploadPipeline::leave(std::size_t k) {
    const int block = order_[k];
    if (next_ == missing_.size() || block < staying_ || matrix_.vectors(block) == nullptr) return;
    matrix_.forget_copies(block);
    there_bytes_ -= matrix_.bytes_of(block);
}

} // namespace grb
