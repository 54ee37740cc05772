// Plans the sections of a blob, and compresses and writes them in parallel.
#include "base/error.hpp"
#include "io/serialize.hpp"
#include "io/serialize_codec.hpp"
#include "storage/balanced.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <cinttypes>
#include <memory>

namespace grb {

namespace {

using namespace blob;

/// A pointer to a section's bytes. With `bits`, values of absent entries are written as 0: they are
/// undefined in memory.
struct Source {
    const unsigned char *data = nullptr;
    const std::uint64_t *bits = nullptr;
};

struct Plan {
    Header header{};
    Section sections[max_sections]{};
    Source sources[max_sections];
    std::uint64_t raw_bytes = 0, chunks = 0;

    explicit Plan(const Snapshot &snapshot);

private:
    void of_sparse(const SparseView &view, Layout layout);
    void of_dense(const DenseView &view);
    void of_balanced(const BalancedView &view);
    void add(const void *data, const std::uint64_t *bits = nullptr) noexcept;
    int source_count_ = 0;
};

Plan::Plan(const Snapshot &snapshot) {
    std::memcpy(header.magic, magic, sizeof magic);
    header.nrows = snapshot.nrows();
    header.ncols = snapshot.ncols();
    header.nvals = snapshot.nvals();
    header.value_size = snapshot.type()->size;
    header.type_code = static_cast<std::uint8_t>(snapshot.type()->code);
    const bool can_be_read_back = element_count(header.nrows, header.ncols) <= largest_dense;
    if (is_dense(snapshot) && header.nvals != 0 && can_be_read_back) {
        of_dense(snapshot.dense());
    } else if (snapshot.has_balanced()) {
        of_balanced(
            view_of(snapshot.balanced_form().get(), snapshot.type(), header.nrows, header.ncols));
    } else if (snapshot.is_by_column()) {
        of_sparse(snapshot.columns(), Layout::columns);
    } else {
        of_sparse(snapshot.rows(), Layout::rows);
    }
    header.version = version_of(static_cast<Layout>(header.layout));
    if (!expected_sections(header, sections, header.section_count)) throw std::bad_alloc();
    for (std::uint32_t k = 0; k < header.section_count; k++) {
        raw_bytes += sections[k].raw_bytes;
        chunks += chunk_count(sections[k].raw_bytes);
    }
    header.metadata_bytes =
        sizeof(Header) + header.section_count * sizeof(Section) + chunks * sizeof(Chunk);
}

void Plan::add(const void *data, const std::uint64_t *bits) noexcept {
    sources[source_count_++] = {static_cast<const unsigned char *>(data), bits};
}

// The functions below follow the order of expected_sections().
void Plan::of_sparse(const SparseView &view, Layout layout) {
    header.layout = static_cast<std::uint8_t>(layout);
    header.stored_rows = view.stored_rows;
    header.offset_width = static_cast<std::uint8_t>(view.offset_width);
    header.index_width = static_cast<std::uint8_t>(view.index_width);
    header.is_hyper = view.is_hyper() ? 1 : 0;
    header.is_iso = view.is_iso && view.nvals != 0 ? 1 : 0;
    add(view.row_offsets);
    if (view.is_hyper()) add(view.row_ids);
    add(view.column_indices);
    add(view.values);
}

void Plan::of_dense(const DenseView &view) {
    header.layout = static_cast<std::uint8_t>(view.is_full() ? Layout::full : Layout::bitmap);
    header.is_iso = view.is_iso ? 1 : 0;
    if (!view.is_full()) add(view.bits);
    add(view.values, view.is_iso ? nullptr : view.bits);
}

void Plan::of_balanced(const BalancedView &view) {
    header.layout = static_cast<std::uint8_t>(Layout::balanced);
    header.stored_rows = view.slots;
    header.index_width = static_cast<std::uint8_t>(view.index_width);
    header.is_iso = view.is_iso ? 1 : 0;
    add(view.counts);
    add(view.column_indices);
    add(view.values);
}

/// Copies the present values among bytes [begin, end) of the values; the rest is 0.
void copy_present(unsigned char *target, const Source &source, std::uint64_t size,
                  std::uint64_t begin, std::uint64_t end) noexcept {
    for (std::uint64_t at = begin; at < end;) {
        const std::uint64_t element = at / size, next = std::min(end, (element + 1) * size);
        if ((source.bits[element / 64] >> element % 64 & 1) != 0) {
            std::memcpy(target + (at - begin), source.data + at, next - at);
        } else {
            std::memset(target + (at - begin), 0, next - at);
        }
        at = next;
    }
}

/// Compresses chunk after chunk of one section and appends them in order.
class Writer {
public:
    Writer(const Plan &plan, Compression compression, void *blob, std::uint64_t capacity)
        : plan_(plan), compression_(compression), blob_(static_cast<unsigned char *>(blob)),
          capacity_(capacity), threads_(threads_for(static_cast<double>(plan.raw_bytes) * 3)),
          written_(plan.header.metadata_bytes), chunks_(plan.chunks) {
        if (written_ > capacity) throw_space(written_);
        const auto slots = static_cast<std::uint64_t>(threads_) * 4;
        wave_ = std::min<std::uint64_t>(threads_ > 1 ? slots : 1,
                                        std::max<std::uint64_t>(plan.chunks, 1));
        for (int k = 0; k < threads_; k++) {
            encoders_.push_back(std::unique_ptr<Slot>(new Slot(compression_)));
        }
        outputs_.resize(wave_);
        for (Array &output : outputs_) output = Array(std::min(chunk_bytes, plan.raw_bytes));
    }

    void write_section(int k) {
        const std::uint64_t count = chunk_count(plan_.sections[k].raw_bytes);
        for (std::uint64_t first = 0; first < count; first += wave_) {
            const std::uint64_t n = std::min(wave_, count - first);
            encode_wave(k, first, n);
            append_wave(n);
        }
    }

    void write_name(const char *name, std::uint64_t bytes) {
        if (bytes > capacity_ - written_) throw_space(written_ + bytes);
        std::memcpy(blob_ + written_, name, bytes);
        written_ += bytes;
    }

    const HostVector<Chunk> &chunks() const noexcept { return chunks_; }
    std::uint64_t written() const noexcept { return written_; }

private:
    struct Slot : HostAllocated {
        explicit Slot(Compression compression) : encoder(compression) {}
        Encoder encoder;
        Array input; // for masked values
    };

    [[noreturn]] void throw_space(std::uint64_t needed) const {
        throw Error(GrB_INSUFFICIENT_SPACE,
                    "the blob has room for %" PRIu64 " bytes, %" PRIu64 " are needed so far",
                    capacity_, needed);
    }

    // Runs one task for each encoder: the bytes of a chunk do not depend on its encoder.
    void encode_wave(int k, std::uint64_t first, std::uint64_t n) {
        parallel_tasks(threads_, threads_, [&](std::int64_t task) {
            for (auto c = static_cast<std::uint64_t>(task); c < n;
                 c += static_cast<std::uint64_t>(threads_)) {
                encode_chunk(*encoders_[static_cast<std::size_t>(task)], k, first + c, c);
            }
        });
    }

    void encode_chunk(Slot &slot, int k, std::uint64_t number, std::uint64_t index) {
        const Source &source = plan_.sources[k];
        const std::uint64_t raw_bytes = plan_.sections[k].raw_bytes, begin = number * chunk_bytes;
        const std::uint64_t length = chunk_length(raw_bytes, number);
        const unsigned char *data = source.data + begin;
        if (source.bits != nullptr) {
            if (slot.input.empty()) slot.input = Array(chunk_bytes);
            copy_present(slot.input.as<unsigned char>(), source, plan_.header.value_size, begin,
                         begin + length);
            data = slot.input.as<unsigned char>();
        }
        void *const target = outputs_[index].data();
        std::uint64_t stored = slot.encoder.encode(target, data, length);
        if (stored == 0) {
            std::memcpy(target, data, length);
            stored = length;
        }
        chunks_[next_ + index] = {stored, checksum_of(target, stored)};
    }

    void append_wave(std::uint64_t n) {
        for (std::uint64_t c = 0; c < n; c++) {
            const std::uint64_t bytes = chunks_[next_ + c].stored_bytes;
            if (bytes > capacity_ - written_) throw_space(written_ + bytes);
            std::memcpy(blob_ + written_, outputs_[c].data(), bytes);
            written_ += bytes;
        }
        next_ += n;
    }

    const Plan &plan_;
    Compression compression_;
    unsigned char *blob_;
    std::uint64_t capacity_;
    int threads_;
    std::uint64_t written_, wave_ = 1, next_ = 0; // next_: first chunk of the wave
    HostVector<Chunk> chunks_;
    HostVector<std::unique_ptr<Slot>> encoders_;
    HostVector<Array> outputs_;
};

} // namespace

namespace {

/// Bytes of the name behind the chunks.
std::uint16_t name_bytes_of(const char *type_name) noexcept {
    const std::size_t length = std::strlen(type_name);
    return length < sizeof Header::type_name
               ? std::uint16_t{0}
               : static_cast<std::uint16_t>(std::min<std::size_t>(length, UINT16_MAX));
}

} // namespace

std::uint64_t serialized_bound(const Snapshot &snapshot, const char *type_name) {
    const Plan plan(snapshot);
    return plan.header.metadata_bytes + plan.raw_bytes + name_bytes_of(type_name);
}

std::uint64_t serialize(const Snapshot &snapshot, int compression_number, const char *type_name,
                        void *blob, std::uint64_t capacity) {
    Plan plan(snapshot);
    const Compression compression(compression_number);
    for (Section &section : plan.sections)
        section.codec = static_cast<std::uint32_t>(compression.codec);
    std::strncpy(plan.header.type_name, type_name, sizeof plan.header.type_name - 1);
    Writer writer(plan, compression, blob, capacity);
    for (std::uint32_t k = 0; k < plan.header.section_count; k++)
        writer.write_section(static_cast<int>(k));

    plan.header.name_bytes = name_bytes_of(type_name);
    writer.write_name(type_name, plan.header.name_bytes);

    const std::uint64_t section_bytes = plan.header.section_count * sizeof(Section);
    plan.header.total_bytes = writer.written();
    plan.header.checksum = Checksum(plan.header.metadata_bytes)
                               .add(&plan.header, sizeof(Header))
                               .add(plan.sections, section_bytes)
                               .add(writer.chunks().data(), plan.chunks * sizeof(Chunk))
                               .add(type_name, plan.header.name_bytes)
                               .value();
    auto *const target = static_cast<unsigned char *>(blob);
    std::memcpy(target, &plan.header, sizeof(Header));
    std::memcpy(target + sizeof(Header), plan.sections, section_bytes);
    if (plan.chunks != 0) {
        std::memcpy(target + sizeof(Header) + section_bytes, writer.chunks().data(),
                    plan.chunks * sizeof(Chunk));
    }
    return writer.written();
}

} // namespace grb
