// Reads and writes the binary format of graphs.
#include "cache_file.h"

#include "cache_check.h"
#include "cache_header.h"
#include "checksum.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace grb::tool {

namespace {

/// The checksum of a whole file, with the header's checksum as 0.
uint64_t sum_of(CacheHeader header, uint64_t payload_sum) {
    header.checksum = 0;
    const uint64_t sums[] = {checksum(&header, sizeof header), payload_sum};
    return checksum(sums, sizeof sums);
}

/// Returns the reason to reject the file, or nothing.
std::string fault_of(const CacheHeader &h, const FileState *source, uint64_t file_bytes) {
    if (h.magic != cache_magic) return "it is no cache of a graph";
    if (h.byte_order != cache_byte_order)
        return "it was made on a machine with another order of bytes";
    if (h.version != cache_version)
        return fmt::format("it has version {}, this is {}", h.version, cache_version);
    const std::optional<uint64_t> payload = h.payload_bytes();
    if (!payload || sizeof(CacheHeader) + *payload != file_bytes)
        return fmt::format("it has {} bytes, its first lines say something else", file_bytes);
    if (source == nullptr) return {};
    if (h.source.bytes != source->bytes)
        return fmt::format("the file had {} bytes then, now {}", h.source.bytes, source->bytes);
    if (h.source.seconds != source->seconds || h.source.nanoseconds != source->nanoseconds)
        return "the file was written to since";
    if (h.source.sum != source->sum) return "the file has other bytes since";
    return {};
}

/// Reads the ids. Returns false if they are invalid.
bool read_ids(const CacheHeader &h, const uint64_t *table, const char *text, VertexIds &ids) {
    if (h.id_kind == plain_ids) {
        ids = VertexIds(h.base);
        return h.ids == 0 && h.text_bytes == 0;
    }
    if (h.ids != std::max(h.nrows, h.ncols)) return false;
    if (h.id_kind == number_ids) {
        for (uint64_t k = 1; k < h.ids; ++k)
            if (table[k - 1] >= table[k]) return false;
        ids = VertexIds::of_numbers({table, table + h.ids});
        return h.text_bytes == 0;
    }
    std::vector<std::string_view> all;
    all.reserve(h.ids);
    for (uint64_t k = 0; k < h.ids; ++k) {
        const uint64_t begin = k == 0 ? 0 : table[k - 1];
        if (begin > table[k] || table[k] > h.text_bytes) return false;
        all.emplace_back(text + begin, table[k] - begin);
    }
    ids = VertexIds::of_words(all);
    return h.id_kind == word_ids;
}

/// Reads the list or the matrix at `at` without a check of its entries.
void read_entries(const CacheHeader &h, const std::shared_ptr<void> &owner, char *at,
                  EdgeList &edges) {
    char *const columns = at + h.first_bytes();
    char *const values = columns + h.column_bytes();
    if (h.layout == list_layout) {
        const auto adopt = [&](auto &buffer, auto *elements, uint64_t count) {
            using Element = std::remove_pointer_t<decltype(elements)>;
            if (count == 0) return;
            const UninitialisedAllocator<Element> given(owner, elements, count);
            buffer = Buffer<Element>(count, given);
        };
        adopt(edges.rows, reinterpret_cast<uint64_t *>(at), h.entries);
        adopt(edges.cols, reinterpret_cast<uint64_t *>(columns), h.entries);
        adopt(edges.weights, reinterpret_cast<double *>(values), h.value_bytes() / sizeof(double));
        return;
    }
    PackedRows packed;
    packed.owner = owner;
    packed.entries = h.entries;
    packed.offsets = at;
    packed.columns = reinterpret_cast<uint32_t *>(columns);
    packed.values = h.value_bytes() == 0 ? nullptr : values;
    packed.numbers = static_cast<Numbers>(h.numbers);
    packed.is_symmetric = h.is_symmetric != 0;
    edges.packed = std::make_shared<const PackedRows>(packed);
}

std::string_view bytes_of(const void *data, size_t bytes) {
    return {static_cast<const char *>(data), bytes};
}

/// A file and the checksum of its written bytes.
struct Sink {
    OutputFile *file; ///< null: computes only the sum
    Checksum sum;

    void put(std::string_view bytes) {
        if (bytes.empty()) return;
        sum.add(bytes.data(), bytes.size());
        if (file != nullptr) file->write(bytes);
    }
    /// Writes number(k) for each k below the count, and zeros up to a multiple of 8 bytes; in
    /// chunks, each with all threads.
    template <class Number, class Of>
    void put_numbers(uint64_t count, const Of &of) {
        constexpr uint64_t chunk = uint64_t{1} << 20;
        std::vector<Number> numbers;
        for (uint64_t first = 0; first < count; first += chunk) {
            numbers.resize(std::min(chunk, count - first));
#pragma omp parallel for schedule(static) if (numbers.size() > serial_size)
            for (uint64_t k = 0; k < numbers.size(); ++k)
                numbers[k] = static_cast<Number>(of(first + k));
            put(bytes_of(numbers.data(), numbers.size() * sizeof(Number)));
        }
        const char zeros[8] = {};
        put({zeros, padded(count * sizeof(Number)) - count * sizeof(Number)});
    }
};

void put_values(Sink &sink, const EdgeList &edges, Numbers numbers) {
    const auto weight = [&](uint64_t k) { return edges.weights[k]; };
    switch (numbers) {
    case Numbers::int32:
        return sink.put_numbers<int32_t>(edges.size(), weight);
    case Numbers::int64:
        return sink.put_numbers<int64_t>(edges.size(), weight);
    case Numbers::fp64:
        return sink.put_numbers<double>(edges.size(), weight);
    }
}

void put_payload(Sink &sink, const CacheHeader &h, const EdgeList &edges,
                 const Buffer<uint64_t> &offsets, const std::string &options) {
    if (h.layout == list_layout) {
        sink.put(bytes_of(edges.rows.data(), 8 * edges.rows.size()));
        sink.put(bytes_of(edges.cols.data(), 8 * edges.cols.size()));
        sink.put(bytes_of(edges.weights.data(), h.value_bytes()));
    } else {
        const auto offset = [&](uint64_t i) { return offsets[i]; };
        if (h.offset_bytes() == 4)
            sink.put_numbers<uint32_t>(offsets.size(), offset);
        else
            sink.put_numbers<uint64_t>(offsets.size(), offset);
        sink.put_numbers<uint32_t>(edges.size(), [&](uint64_t k) { return edges.cols[k]; });
        if (!edges.is_pattern()) put_values(sink, edges, static_cast<Numbers>(h.numbers));
    }
    sink.put(bytes_of(edges.ids.table().data(), 8 * edges.ids.table().size()));
    sink.put(edges.ids.text());
    sink.put(options);
    sink.put(edges.origin);
}

} // namespace

bool begins_as_binary_graph(std::string_view start) {
    uint64_t magic = 0;
    if (start.size() < sizeof magic) return false;
    std::memcpy(&magic, start.data(), sizeof magic);
    return magic == cache_magic;
}

void write_binary_graph(OutputFile &file, const EdgeList &edges, const FileState &source,
                        const std::string &options) {
    CacheHeader h{};
    h.magic = cache_magic;
    h.version = cache_version;
    h.byte_order = cache_byte_order;
    h.source = source;
    h.nrows = edges.nrows;
    h.ncols = edges.ncols;
    h.entries = edges.size();
    h.field = static_cast<uint32_t>(edges.field);
    h.id_kind = edges.ids.is_plain() ? plain_ids : edges.ids.are_words() ? word_ids : number_ids;
    h.base = edges.ids.base();
    h.ids = edges.ids.table().size();
    h.text_bytes = edges.ids.text().size();
    h.options_bytes = options.size();
    h.origin_bytes = edges.origin.size();
    Buffer<uint64_t> offsets;
    if (can_pack(edges)) {
        offsets = row_offsets(edges);
        h.layout = matrix_layout;
        h.numbers = static_cast<uint32_t>(numbers_of(edges));
        h.is_symmetric = is_symmetric(edges, offsets);
        h.is_undirected = edges.is_undirected && h.is_symmetric != 0;
    } else {
        h.is_undirected = edges.is_undirected && is_symmetric(edges);
    }
    // The header contains the checksum of all bytes, and comes first.
    Sink summed{nullptr, {}};
    put_payload(summed, h, edges, offsets, options);
    h.checksum = sum_of(h, summed.sum.value());
    file.write(bytes_of(&h, sizeof h));
    Sink written{&file, {}};
    put_payload(written, h, edges, offsets, options);
}

std::optional<EdgeList> graph_in(const std::shared_ptr<void> &owner, std::string_view bytes,
                                 const FileState *source, const std::string &options,
                                 std::string &why, Processes &group) {
    CacheHeader h{};
    if (bytes.size() < sizeof h) {
        why = "it is no cache of a graph";
        return std::nullopt;
    }
    std::memcpy(&h, bytes.data(), sizeof h);
    why = fault_of(h, source, bytes.size());
    if (!why.empty()) return std::nullopt;
    const std::string_view payload = bytes.substr(sizeof h);
    const char *const ids = payload.data() + h.entry_bytes();
    const char *const text = ids + 8 * h.ids;
    if (source != nullptr && options != std::string_view(text + h.text_bytes, h.options_bytes)) {
        why = "it was made with other options";
        return std::nullopt;
    }
    EdgeList edges;
    edges.nrows = h.nrows;
    edges.ncols = h.ncols;
    edges.field = static_cast<Field>(h.field);
    edges.is_undirected = h.is_undirected != 0;
    // The owner's memory is writable.
    char *const entries = const_cast<char *>(payload.data());
    if (h.checksum != sum_of(h, checksum(payload.data(), payload.size(), group)) ||
        !read_ids(h, reinterpret_cast<const uint64_t *>(ids), text, edges.ids)) {
        why = "it is damaged";
        return std::nullopt;
    }
    read_entries(h, owner, entries, edges);
    why = fault_of_entries(h, edges, group);
    if (!why.empty()) return std::nullopt;
    edges.origin.assign(text + h.text_bytes + h.options_bytes, h.origin_bytes);
    return edges;
}

} // namespace grb::tool
