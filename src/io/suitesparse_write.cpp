// Converts snapshots to SuiteSparse's arrays and writes their blobs.
#include "base/error.hpp"
#include "base/parallel.hpp"
#include "io/serialize_codec.hpp"
#include "io/suitesparse.hpp"
#include "io/suitesparse_format.hpp"
#include "objects/layouts.hpp"
#include "storage/convert.hpp"

#include <cinttypes>

namespace grb::suitesparse {

namespace {

using blob::Codec;
using blob::Compression;
using blob::Encoder;

/// Version 9.3.1, which wrote blobs with 64-bit positions alone.
constexpr std::int32_t written_version = 9003001;
/// Shorter arrays are stored uncompressed.
constexpr std::uint64_t least_compressed = 256;

/// The header, and the arrays without compression.
struct Plan {
    Header header{};
    Array arrays[array_count];

    Plan(const Snapshot &snapshot, const Description &description);
    std::uint64_t array_bytes(int k) const noexcept { return header.raw_bytes[k]; }

private:
    void of_sparse(const Snapshot &snapshot, bool by_column, bool is_vector);
    void of_dense(const Snapshot &snapshot);
    void add(ArrayNumber number, Array array, std::uint64_t bytes);
};

/// Adds an array. One of length 0 gets a block, too: SuiteSparse's reader searches for its end.
void Plan::add(ArrayNumber number, Array array, std::uint64_t bytes) {
    header.raw_bytes[number] = bytes;
    header.arrays[number].blocks = 1;
    arrays[number] = std::move(array);
}

std::uint64_t nonempty_vectors(const SparseForm &form) {
    const auto *const begins = form.row_offsets.as<std::uint64_t>();
    std::uint64_t count = 0;
    for (std::uint64_t k = 0; k < form.stored_rows; k++) count += begins[k] != begins[k + 1];
    return count;
}

/// Drops the rows or columns without entries: SuiteSparse allows them, but its sums of rows go
/// wrong with them.
void drop_empty_vectors(SparseForm &form, std::uint64_t nonempty) {
    if (nonempty == form.stored_rows) return;
    const auto *const begins = std::as_const(form.row_offsets).as<std::uint64_t>();
    const auto *const vectors = std::as_const(form.row_ids).as<std::uint64_t>();
    Array begins_left((nonempty + 1) * 8), vectors_left(nonempty * 8);
    auto *const to_begins = begins_left.as<std::uint64_t>();
    auto *const to_vectors = vectors_left.as<std::uint64_t>();
    std::uint64_t left = 0;
    for (std::uint64_t k = 0; k < form.stored_rows; k++) {
        if (begins[k] == begins[k + 1]) continue;
        to_begins[left] = begins[k];
        to_vectors[left++] = vectors[k];
    }
    to_begins[left] = form.nvals;
    form.row_offsets = std::move(begins_left);
    form.row_ids = std::move(vectors_left);
    form.stored_rows = nonempty;
}

void Plan::of_sparse(const Snapshot &snapshot, bool by_column, bool is_vector) {
    const std::uint64_t vectors = by_column ? snapshot.ncols() : snapshot.nrows(),
                        length = by_column ? snapshot.nrows() : snapshot.ncols();
    SparseForm form = wide_form(snapshot.sparse_form(by_column), snapshot.type(), vectors, length);
    if (is_vector && form.is_hyper) {
        const std::uint64_t begins[] = {0, form.nvals};
        form.row_offsets = Array::copy_of(begins, sizeof begins);
        form.is_hyper = false;
        form.stored_rows = 1;
    }
    header.shape |= (form.is_hyper ? hypersparse : sparse) << 2;
    header.nonempty_vectors = nonempty_vectors(form);
    if (form.is_hyper) drop_empty_vectors(form, header.nonempty_vectors);
    header.stored_vectors = form.stored_rows;
    const bool is_iso = form.is_iso && form.nvals != 0;
    if (is_iso) header.shape |= 2;
    add(offsets, form.row_offsets, (form.stored_rows + 1) * 8);
    if (form.is_hyper) add(ids, form.row_ids, form.stored_rows * 8);
    add(indices, form.column_indices, form.nvals * 8);
    add(values, form.values, (is_iso ? 1 : form.nvals) * header.value_size);
}

/// Copies the values and writes 0 for absent entries: their memory may hold anything.
Array values_with_zeros(const DenseView &view, std::uint64_t elements) {
    const std::size_t size = view.type->size;
    Array result(elements * size);
    auto *const target = result.as<unsigned char>();
    parallel_ranges(elements, static_cast<double>(size),
                    [&](std::uint64_t begin, std::uint64_t end) {
                        for (std::uint64_t element = begin; element < end; element++) {
                            if (view.has(element)) {
                                std::memcpy(target + element * size, view.value(element), size);
                            } else {
                                std::memset(target + element * size, 0, size);
                            }
                        }
                    });
    return result;
}

void Plan::of_dense(const Snapshot &snapshot) {
    const DenseView view = snapshot.dense();
    const std::uint64_t elements = element_count(snapshot.nrows(), snapshot.ncols());
    header.shape |= (view.is_full() ? full : bitmap) << 2;
    header.stored_vectors = header.nonempty_vectors = header.vectors;
    if (view.is_iso) header.shape |= 2;
    if (!view.is_full()) add(present, presence_bytes(view), elements);
    const bool has_holes = !view.is_full() && !view.is_iso;
    add(values, has_holes ? values_with_zeros(view, elements) : snapshot.share_dense().values,
        (view.is_iso ? 1 : elements) * header.value_size);
}

Plan::Plan(const Snapshot &snapshot, const Description &description) {
    const TypeCode code = snapshot.type()->code;
    const bool by_column = snapshot.is_by_column(), is_vector = description.is_vector;
    header.encoding = code == TypeCode::user ? user_type : static_cast<std::uint32_t>(code);
    header.version = written_version;
    header.vector_length = by_column ? snapshot.nrows() : snapshot.ncols();
    header.vectors = by_column ? snapshot.ncols() : snapshot.nrows();
    header.nvals = snapshot.nvals();
    header.value_size = snapshot.type()->size;
    header.hyper_switch = description.hyper_switch;
    header.bitmap_switch = description.bitmap_switch;
    header.control = static_cast<std::uint32_t>(description.sparsity_control) & 15;
    // A vector's row is the column of SuiteSparse's vector.
    header.shape = by_column || is_vector ? 1 : 0;
    for (auto &array : header.arrays) array.method = -1;
    snapshot.fetch();
    const bool can_be_read_back =
        element_count(snapshot.nrows(), snapshot.ncols()) <= largest_dense;
    if (is_dense(snapshot) && header.nvals != 0 && can_be_read_back) {
        of_dense(snapshot);
    } else {
        if (snapshot.has_balanced()) snapshot.unpack();
        of_sparse(snapshot, by_column, is_vector);
    }
}

/// The blocks of an array; none when compression does not pay off.
struct Blocks {
    HostVector<Array> chunks;
    HostVector<std::uint64_t> ends;
};

Blocks compressed(const Array &array, std::uint64_t bytes, Compression compression) {
    Blocks blocks;
    if (compression.codec == Codec::none || bytes < least_compressed) return blocks;
    const auto count = static_cast<std::int32_t>(blob::chunk_count(bytes));
    blocks.chunks.resize(static_cast<std::size_t>(count));
    blocks.ends.resize(static_cast<std::size_t>(count));
    const auto *const source = array.as<unsigned char>();
    parallel_ranges(static_cast<std::uint64_t>(count), static_cast<double>(blob::chunk_bytes) * 3,
                    [&](std::uint64_t first, std::uint64_t last) {
                        Encoder encoder(compression);
                        for (std::uint64_t k = first; k < last; k++) {
                            const auto number = static_cast<std::int32_t>(k);
                            const std::uint64_t begin = block_begin(bytes, number, count),
                                                length =
                                                    block_begin(bytes, number + 1, count) - begin;
                            Array room(encoder.block_bound(length));
                            blocks.ends[k] =
                                encoder.encode_block(room.data(), source + begin, length);
                            room.shrink(blocks.ends[k]);
                            blocks.chunks[k] = std::move(room);
                        }
                    });
    for (std::size_t k = 1; k < blocks.ends.size(); k++) blocks.ends[k] += blocks.ends[k - 1];
    if (blocks.ends.back() + blocks.ends.size() * 8 >= bytes + 8) blocks = {};
    return blocks;
}

int method_of(Compression compression) noexcept {
    return compression.codec == Codec::lz4 ? 1000 : 3000 + compression.level;
}

class Writer {
public:
    Writer(void *blob, std::uint64_t capacity)
        : target_(static_cast<unsigned char *>(blob)), capacity_(capacity) {}
    void add(const void *bytes, std::uint64_t n) {
        if (n > capacity_ - written_) {
            throw Error(GrB_INSUFFICIENT_SPACE,
                        "the blob has room for %" PRIu64 " bytes, %" PRIu64 " are needed so far",
                        capacity_, written_ + n);
        }
        if (n != 0) std::memcpy(target_ + written_, bytes, n);
        written_ += n;
    }
    std::uint64_t written() const noexcept { return written_; }

private:
    unsigned char *target_;
    std::uint64_t capacity_, written_ = 0;
};

std::uint64_t text_bytes(const Description &description) noexcept {
    return std::strlen(description.name) + std::strlen(description.type_name) + 2;
}

} // namespace

std::uint64_t serialized_bound(const Snapshot &snapshot, const Description &description) {
    const Plan plan(snapshot, description);
    std::uint64_t bytes = sizeof(Header) + text_bytes(description);
    if (plan.header.encoding == user_type) bytes += name_bytes;
    for (int k = 0; k < array_count; k++) {
        if (plan.header.arrays[k].blocks != 0) bytes += 8 + plan.array_bytes(k);
    }
    return bytes;
}

std::uint64_t serialize(const Snapshot &snapshot, const Description &description,
                        int compression_number, void *blob, std::uint64_t capacity) {
    Plan plan(snapshot, description);
    const Compression compression(compression_number);
    Header &header = plan.header;
    Blocks blocks[array_count];
    for (int k = 0; k < array_count; k++) {
        if (header.arrays[k].blocks == 0) continue;
        blocks[k] = compressed(plan.arrays[k], plan.array_bytes(k), compression);
        if (blocks[k].chunks.empty()) {
            blocks[k].ends.push_back(plan.array_bytes(k));
            blocks[k].chunks.push_back(plan.arrays[k]);
        } else {
            header.arrays[k].method = method_of(compression);
        }
        header.arrays[k].blocks = static_cast<std::int32_t>(blocks[k].chunks.size());
    }
    Writer writer(blob, capacity);
    writer.add(&header, sizeof header);
    if (header.encoding == user_type) {
        char name[name_bytes] = {};
        std::snprintf(name, sizeof name, "%s", description.type_c_name);
        writer.add(name, sizeof name);
    }
    for (const Blocks &of_array : blocks)
        writer.add(of_array.ends.data(), of_array.ends.size() * sizeof(std::uint64_t));
    for (const Blocks &of_array : blocks) {
        std::uint64_t begin = 0;
        for (std::size_t k = 0; k < of_array.chunks.size(); k++) {
            writer.add(of_array.chunks[k].data(), of_array.ends[k] - begin);
            begin = of_array.ends[k];
        }
    }
    writer.add(description.name, std::strlen(description.name) + 1);
    writer.add(description.type_name, std::strlen(description.type_name) + 1);
    header.total_bytes = writer.written();
    std::memcpy(blob, &header, sizeof header);
    return writer.written();
}

} // namespace grb::suitesparse
