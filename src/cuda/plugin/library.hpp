// A vendor's library, opened when it is first needed and never closed.
#pragma once

#include <type_traits>

namespace grb::device {

class Library {
public:
    /// Opens the first that exists of lib<name>.so.12, .so.13, .so and the toolkit's own.
    explicit Library(const char *name);
    bool is_open() const { return object_ != nullptr; }
    /// Returns false if there is no such function.
    template <class F>
    bool find(F &function, const char *name) const {
        function = reinterpret_cast<std::decay_t<F>>(symbol(name));
        return function != nullptr;
    }

private:
    void *symbol(const char *name) const;
    void *object_ = nullptr;
};

} // namespace grb::device
