// Splits texts at line ends into chunks, which all threads parse.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <omp.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grb::tool {

/// A run of whole lines that one thread parses.
struct Chunk {
    const char *begin = nullptr;
    const char *end = nullptr;
    uint64_t first_line = 0;  ///< its number, from 1
    uint64_t first_entry = 0; ///< entry lines before this chunk
    uint64_t lines = 0;
    uint64_t entries = 0;
    uint64_t bad_line = 0; ///< the first rejected line, 0 for none
    std::string complaint;
};

inline const char *line_end(const char *at, const char *end) {
    const void *newline = std::memchr(at, '\n', static_cast<size_t>(end - at));
    return newline != nullptr ? static_cast<const char *>(newline) : end;
}

inline const char *next_line(const char *stop, const char *end) {
    return stop < end ? stop + 1 : end;
}

inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

inline const char *skip_blanks(const char *at, const char *end) {
    while (at < end && is_blank(*at)) ++at;
    return at;
}

/// Splits the text; has_entry(begin, end) returns whether a line counts as an entry. `first_line`
/// is the number of the text's first line.
template <class HasEntry>
std::vector<Chunk> cut_lines(std::string_view body, uint64_t first_line,
                             const HasEntry &has_entry) {
    const auto wanted_chunks = static_cast<size_t>(omp_get_max_threads()) * 8;
    const size_t step = std::max(body.size() / wanted_chunks, size_t{1} << 16);
    std::vector<Chunk> chunks;
    const char *at = body.data();
    const char *const end = at + body.size();
    while (at < end) {
        Chunk chunk;
        chunk.begin = at;
        at += std::min(step, static_cast<size_t>(end - at));
        at = line_end(at, end);
        at += at < end;
        chunk.end = at;
        chunks.push_back(chunk);
    }
    const auto count = static_cast<int64_t>(chunks.size());
#pragma omp parallel for schedule(dynamic, 1) if (count > 1)
    for (int64_t c = 0; c < count; ++c) {
        Chunk &chunk = chunks[static_cast<size_t>(c)];
        for (const char *line = chunk.begin; line < chunk.end;) {
            const char *const stop = line_end(line, chunk.end);
            ++chunk.lines;
            chunk.entries += has_entry(line, stop);
            line = next_line(stop, chunk.end);
        }
    }
    uint64_t entry = 0;
    for (Chunk &chunk : chunks) {
        chunk.first_line = first_line;
        chunk.first_entry = entry;
        first_line += chunk.lines;
        entry += chunk.entries;
    }
    return chunks;
}

inline uint64_t entries_of(const std::vector<Chunk> &chunks) {
    return chunks.empty() ? 0 : chunks.back().first_entry + chunks.back().entries;
}

/// The line of the entry with this number, from 0.
template <class HasEntry>
uint64_t line_of_entry(const std::vector<Chunk> &chunks, uint64_t entry,
                       const HasEntry &has_entry) {
    for (const Chunk &chunk : chunks) {
        if (entry >= chunk.first_entry + chunk.entries) continue;
        uint64_t number = chunk.first_line;
        uint64_t seen = chunk.first_entry;
        for (const char *line = chunk.begin; line < chunk.end; ++number) {
            const char *const stop = line_end(line, chunk.end);
            if (has_entry(line, stop) && seen++ == entry) return number;
            line = next_line(stop, chunk.end);
        }
    }
    return 0;
}

/// Passes each entry line of a chunk to take(begin, end, entry), which returns its error, or
/// nothing. Stops at the first error.
template <class HasEntry, class Take>
void parse_chunk(Chunk &chunk, const HasEntry &has_entry, const Take &take) {
    uint64_t entry = chunk.first_entry;
    uint64_t number = chunk.first_line;
    for (const char *line = chunk.begin; line < chunk.end; ++number) {
        const char *const stop = line_end(line, chunk.end);
        if (has_entry(line, stop)) {
            std::string complaint = take(line, stop, entry);
            if (!complaint.empty()) {
                chunk.complaint = std::move(complaint);
                chunk.bad_line = number;
                return;
            }
            ++entry;
        }
        line = next_line(stop, chunk.end);
    }
}

/// Parses all chunks with all threads: parse(chunk, its number).
template <class Progress, class Parse>
void parse_chunks(std::vector<Chunk> &chunks, const Progress &progress, const Parse &parse) {
    const auto count = static_cast<int64_t>(chunks.size());
    size_t done = 0;
#pragma omp parallel for schedule(dynamic, 1) if (count > 1)
    for (int64_t c = 0; c < count; ++c) {
        parse(chunks[static_cast<size_t>(c)], static_cast<size_t>(c));
        if (progress) {
#pragma omp critical(parse_progress)
            progress(++done, chunks.size());
        }
    }
}

/// Throws InputError for the first rejected line of the file.
void refuse_bad_lines(const std::vector<Chunk> &chunks, const std::string &name);

/// Throws InputError.
[[noreturn]] void refuse_line(const std::string &name, uint64_t line, const std::string &why);

/// Converts ASCII capitals to small letters.
std::string lower(std::string text);

/// The word at the beginning of a text, shortened for a message.
std::string word_at(const char *at, const char *end);

/// Reads the number at `at` and moves behind it: the double nearest to the text. `whole` becomes
/// false if it is no whole number, or beyond 2^53. Returns the error, or nothing.
std::string take_real(const char *&at, const char *end, double &result, bool &whole);

/// Reads a whole number of at most 15 digits, as most weights are, and moves behind it. Returns
/// false and leaves `at` unchanged for other texts.
inline bool take_short_whole(const char *&at, const char *end, double &result) {
    const char *digit = at;
    uint64_t value = 0;
    while (digit < end && *digit >= '0' && *digit <= '9' && digit - at < 15)
        value = value * 10 + static_cast<uint64_t>(*digit++ - '0');
    const bool goes_on = digit < end && ((*digit >= '0' && *digit <= '9') || *digit == '.' ||
                                         *digit == 'e' || *digit == 'E');
    if (digit == at || goes_on) return false;
    at = digit;
    result = static_cast<double>(value);
    return true;
}

/// Reads a whole number of at most 19 digits. Returns false if there is none.
inline bool take_whole(const char *&at, const char *end, uint64_t &result) {
    const char *digit = at;
    uint64_t value = 0;
    while (digit < end && *digit >= '0' && *digit <= '9' && digit - at < 19)
        value = value * 10 + static_cast<uint64_t>(*digit++ - '0');
    if (digit == at || (digit < end && *digit >= '0' && *digit <= '9')) return false;
    at = digit;
    result = value;
    return true;
}

} // namespace grb::tool
