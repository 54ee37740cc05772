// Cuts a large matrix into parts, pins them, and uploads them ahead of the products that use them.
#include "team/passage.hpp"

#include "base/array_ranges.hpp"
#include "base/copied_bytes.hpp"
#include "costs/coefficient.hpp"

#include <cmath>

namespace grb {

namespace {

const HostCoefficient short_upload{
    "team_part_bytes", "bytes",
    "of a part of a streamed matrix: shorter uploads do not reach the rate of the link", 8e6};

/// More parts leave fewer bytes in flight but cost the host more time. If nothing fits, a part
/// takes 1 / of_nothing of the memory.
constexpr double fewest_at_once = 3, most_at_once = 16, most_parts = 1024, of_nothing = 64;

constexpr std::size_t alignment = 256;

std::size_t index_bytes(const SparsePart &lines) noexcept {
    return lines.nvals * static_cast<std::size_t>(lines.index_width);
}
/// The offset of the values behind the indices in pinned memory.
std::size_t values_at(const SparsePart &lines) noexcept {
    return (index_bytes(lines) + alignment - 1) / alignment * alignment;
}

} // namespace

int parts_to_pass(double bytes, double room, double memory) noexcept {
    const double at_once = std::clamp(room / short_upload, fewest_at_once, most_at_once);
    const double wanted = room > 0 ? room / at_once : memory / of_nothing;
    return static_cast<int>(std::clamp(std::ceil(bytes / std::max(wanted, 1.0)), 1.0, most_parts));
}

Passage::Passage(const Snapshot &whole, const SparsePart &lines, bool is_by_columns, int parts)
    : is_by_columns_(is_by_columns), whole_(lines), pieces_([&] {
          const Axis axis = stored(Axis::rows, is_by_columns);
          const Cuts cuts = cuts_by_entries(lines, length_of(whole, axis), parts);
          HostVector<Ref<Snapshot>> pieces;
          for (int part = 0; part < parts; part++)
              pieces.push_back(slice(whole, axis, cuts.begin(part), cuts.end(part)));
          return Ref<const Parts>::share(make_ref<Parts>(whole, cuts, std::move(pieces)).get());
      }()),
      pinned_(static_cast<std::size_t>(parts)) {}

std::size_t Passage::bytes() const noexcept {
    return sizeof *this + pinned_bytes_.load(std::memory_order_relaxed) +
           pinned_.size() * (sizeof(Snapshot) + sizeof(PinnedMemory));
}

const SparsePart *Passage::lines(int part) const noexcept {
    const LazyPart<SparsePart> &own = std::as_const(*piece(part)).lines_part(is_by_columns_);
    return own.is_present() && own.get().nvals != 0 ? &own.get() : nullptr;
}

double Passage::bytes_of(int part) const noexcept {
    const SparsePart *const own = lines(part);
    if (own == nullptr) return 0;
    const std::size_t value = own->is_iso ? 0 : piece(part)->type()->size;
    return static_cast<double>(index_bytes(*own) + own->nvals * value);
}

double Passage::bytes_of_largest() const noexcept {
    double most = 0;
    for (int part = 0; part < cuts().parts(); part++) most = std::max(most, bytes_of(part));
    return most;
}

const void *Passage::pinned_values(int part) const noexcept {
    const PinnedMemory &memory = pinned_of(part);
    const SparsePart *const own = lines(part);
    return memory.empty() || own->is_iso ? nullptr : memory.data() + values_at(*own);
}

bool Passage::pin(int part, Device &device) const {
    const SparsePart &own = *lines(part);
    const std::size_t size = own.is_iso ? 0 : piece(part)->type()->size;
    PinnedMemory memory(device, values_at(own) + own.nvals * size);
    if (memory.empty()) return false;
    std::uint64_t first = 0;
    for (int before = 0; before < part; before++)
        if (const SparsePart *const other = lines(before)) first += other->nvals;
    const auto width = static_cast<std::size_t>(own.index_width);
    copy_by_all(memory.data(), whole_.column_indices.as<unsigned char>() + first * width,
                index_bytes(own));
    if (size != 0)
        copy_by_all(memory.data() + values_at(own),
                    whole_.values.as<unsigned char>() + first * size, own.nvals * size);
    pinned_bytes_ += memory.bytes();
    pinned_[static_cast<std::size_t>(part)] = std::move(memory);
    return true;
}

void Passage::forget_copies(int part) const {
    SparsePart &own = piece(part)->lines_part(is_by_columns_).get();
    own.column_indices = read_anew(own.column_indices);
    if (!own.is_iso) own.values = read_anew(own.values);
}

namespace {

AttachmentKey key_of(bool is_by_columns, const Device &device, int finer) noexcept {
    constexpr int bits_of_place = 16;
    return {is_by_columns,
            static_cast<std::uint64_t>(device.id()) | static_cast<std::uint64_t>(finer)
                                                         << bits_of_place,
            nullptr};
}

} // namespace

bool may_pin(const Snapshot &A, bool is_by_columns, const Device &device) noexcept {
    const Ref<const Passage> usual = A.attachments().find<Passage>(key_of(is_by_columns, device, 0));
    return usual ? !usual->is_pinning_refused.load() : most_pinned_bytes() != 0;
}

Ref<const Passage> passage_of(const Snapshot &A, const SparsePart &lines, bool is_by_columns,
                              int parts, const Device &device) {
    const auto one_of = [&](int finer) {
        return A.attachments().get_or_make<Passage>(key_of(is_by_columns, device, finer), [&] {
            return make_ref<Passage>(A, lines, is_by_columns, finer == 0 ? parts : finer);
        });
    };
    // All products use the same parts, unless these are too large for a product with less room.
    // Each passage pins memory, so there are few, each with twice the parts of the one before.
    const Ref<const Passage> usual = one_of(0);
    const int of_usual = usual->cuts().parts();
    if (parts <= 2 * of_usual) return usual;
    int finer = of_usual;
    while (finer < parts) finer *= 2;
    return one_of(finer);
}

Conveyor::Conveyor(const Passage &passage, double room, Device &device)
    : passage_(passage), device_(device), room_(room) {
    const double largest = passage.bytes_of_largest();
    const int passing = room >= 6 * largest ? 3 : 2;
    double staying_bytes = passing * largest;
    while (staying_ < passage.cuts().parts() &&
           staying_bytes + passage.bytes_of(staying_) <= room) {
        staying_bytes += passage.bytes_of(staying_);
        staying_++;
    }
    put_in_order();
    pin_some();
}

void Conveyor::put_in_order() {
    const int parts = passage_.cuts().parts();
    HostVector<int> passing;
    for (const bool are_there : {true, false})
        for (int part = staying_; part < parts; part++)
            if (is_there(part) == are_there) passing.push_back(part);
    int stayed = 0, passed = 0;
    while (stayed + passed < parts) {
        const bool takes_staying = passed == parts - staying_ ||
                                   (stayed < staying_ && (stayed + 1) * (parts - staying_ + 1) <
                                                             (passed + 1) * (staying_ + 1));
        order_.push_back(takes_staying ? stayed++ : passing[static_cast<std::size_t>(passed++)]);
    }
    for (std::size_t k = 0; k < order_.size(); k++) {
        if (is_there(order_[k])) {
            there_bytes_ += passage_.bytes_of(order_[k]);
        } else if (passage_.lines(order_[k]) != nullptr) {
            missing_.push_back(k);
        }
    }
}

/// Pins a few parts at a time, so that the product takes little longer.
void Conveyor::pin_some() {
    if (passage_.products++ == 0) return;
    const int parts = passage_.cuts().parts();
    int left = std::max(1, (parts - staying_) / 4);
    for (int part = staying_; part < parts && left != 0 && !passage_.is_pinning_refused; part++) {
        if (passage_.lines(part) == nullptr || passage_.pinned_indices(part) != nullptr) continue;
        passage_.is_pinning_refused = !passage_.pin(part, device_);
        left--;
    }
}

bool Conveyor::is_there(int part) const noexcept {
    const SparsePart *const own = passage_.lines(part);
    return own != nullptr && own->column_indices.is_at(device_) &&
           (own->is_iso || own->values.is_at(device_));
}

void Conveyor::bring(std::size_t k) {
    for (; next_ < missing_.size(); next_++) {
        const int part = order_[missing_[next_]];
        if (there_bytes_ + passage_.bytes_of(part) > room_ && missing_[next_] > k) return;
        const SparsePart &own = *passage_.lines(part);
        try {
            own.row_offsets.data_at(device_);
            {
                const SendsAhead indices(passage_.pinned_indices(part));
                own.column_indices.data_at(device_);
            }
            const SendsAhead values(passage_.pinned_values(part));
            own.values.data_at(device_);
        } catch (const DeviceFailure &) {
            // The choice of a variant for this part will find that it is missing on the device.
        }
        there_bytes_ += passage_.bytes_of(part);
    }
}

void Conveyor::leave(std::size_t k) {
    const int part = order_[k];
    if (next_ == missing_.size() || part < staying_ || passage_.lines(part) == nullptr) return;
    passage_.forget_copies(part);
    there_bytes_ -= passage_.bytes_of(part);
}

} // namespace grb
