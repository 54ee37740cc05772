// Files of properties, as Java programs write them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace grb::tool {

/// The properties of a file whose names begin with a prefix: lines `NAME = VALUE` or `NAME: VALUE`;
/// those that begin with # or ! are comments.
class Properties {
public:
    /// Throws InputError if the file cannot be read or has no property with the prefix.
    Properties(const std::string &path, const std::string &prefix);

    const std::string &path() const { return path_; }
    /// The value of a name, given without the prefix. Throws InputError for what is absent without
    /// a default, and for what is no number.
    std::string text(const char *name, std::optional<std::string> otherwise = {}) const;
    double fraction(const char *name, double otherwise) const;  ///< 0 to less than 1
    uint64_t count(const char *name, uint64_t otherwise) const; ///< 1 to 1,000,000

private:
    template <class T>
    T number(const char *name, T otherwise, T least, T end, const char *range) const;

    std::string path_, prefix_;
    std::map<std::string, std::string> values_;
};

/// The words of a list with commas, without the blanks around them.
std::vector<std::string> words_in(const std::string &list);

} // namespace grb::tool
