// Turns exceptions into codes and keeps their texts.
#include "capi/guard.hpp"
#include "capi/headerless.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>

namespace grb {

namespace {

constexpr std::size_t text_size = 256;

/// Guards the texts: objects that are only read keep texts, too, and several threads may read one
/// object.
std::mutex mutex_;
/// Serves failures without memory: shared, never written, never freed.
char out_of_memory_[] = "out of memory";
/// Predefined objects share one text and thus own none.
char predefined_text_[text_size];

/// Returns the object's buffer, made at its first failure and then kept, so that a returned text
/// stays readable; null without memory.
char *buffer_of(const ObjectHeader &object, bool may_allocate) noexcept {
    if (object.is_predefined) return object.error_text = predefined_text_;
    if (object.error_text != nullptr && object.error_text != out_of_memory_)
        return object.error_text;
    if (!may_allocate) return nullptr;
    return static_cast<char *>(allocator().malloc(text_size));
}

void keep_text(const ObjectHeader *object, const char *text, bool may_allocate) noexcept {
    if (object == nullptr) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    char *buffer = buffer_of(*object, may_allocate);
    object->error_text = buffer != nullptr ? buffer : out_of_memory_;
    if (buffer == nullptr) return;
    const std::size_t length = std::min(std::strlen(text), text_size - 1);
    std::memcpy(buffer, text, length);
    buffer[length] = 0;
}

/// Returns the kind of a live object; null when it is not live.
const char *kind_of(Magic magic) noexcept {
    switch (magic) {
    case Magic::type:
        return "a type";
    case Magic::unary_op:
        return "a unary operator";
    case Magic::binary_op:
        return "a binary operator";
    case Magic::index_unary_op:
        return "an index unary operator";
    case Magic::index_binary_op:
        return "an index binary operator";
    case Magic::monoid:
        return "a monoid";
    case Magic::semiring:
        return "a semiring";
    case Magic::descriptor:
        return "a descriptor";
    case Magic::scalar:
        return "a scalar";
    case Magic::vector:
        return "a vector";
    case Magic::matrix:
        return "a matrix";
    case Magic::global:
        return "GrB_GLOBAL";
    case Magic::select_op:
        return "a select operator";
    case Magic::context:
        return "a context";
    default:
        return nullptr;
    }
}

GrB_Info keep_out_of_memory(const ObjectHeader *object) noexcept {
    const Error error(GrB_OUT_OF_MEMORY, "out of memory");
    keep_text(object, error.what(), false);
    return GrB_OUT_OF_MEMORY;
}

GrB_Info keep_panic(const ObjectHeader *object, const char *what) noexcept {
    const Error error(GrB_PANIC, "internal error: %s", what);
    keep_text(object, error.what(), true);
    return GrB_PANIC;
}

} // namespace

GrB_Info keep_failure(const ObjectHeader *object) noexcept {
    try {
        throw;
    } catch (const Error &error) {
        keep_text(object, error.what(), true); // also that of a recorded call, whose name counts
        return error.code();
    } catch (const std::bad_alloc &) {
        return keep_out_of_memory(object);
    } catch (const std::length_error &) {
        return keep_out_of_memory(object); // a container larger than the address space
    } catch (const std::exception &error) {
        return keep_panic(object, error.what());
    } catch (...) {
        return keep_panic(object, "unknown exception");
    }
}

const char *kept_text(const ObjectHeader &object) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    return object.error_text != nullptr ? object.error_text : "";
}

void release_kept_text(const ObjectHeader &object) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!object.is_predefined && object.error_text != out_of_memory_) release(object.error_text);
    object.error_text = nullptr;
}

void throw_null(const char *argument) {
    throw Error(GrB_NULL_POINTER, "%s is NULL", argument);
}

void throw_uninitialised(const char *argument, Magic magic) {
    const char *const kind = kind_of(magic);
    if (kind != nullptr) throw Error(GrB_UNINITIALIZED_OBJECT, "%s is %s", argument, kind);
    throw Error(GrB_UNINITIALIZED_OBJECT, "%s was freed or never initialised", argument);
}

void check_is_shared_as_the_call(const ObjectHeader &object, const char *argument) {
    if (object.magic != Magic::matrix && object.magic != Magic::vector) return;
    if (object.is_apart == is_apart()) return;
    throw Error(GrB_INVALID_VALUE,
                object.is_apart ? "%s is of this process alone, the call is of the process group"
                                : "%s is of the process group, the call is of this process alone",
                argument);
}

bool is_mark(Magic magic) noexcept {
    return magic == Magic::freed || kind_of(magic) != nullptr;
}

void require_no_object(const void *memory, const char *argument) {
    Magic begin;
    std::memcpy(&begin, memory, sizeof begin);
    if (is_mark(begin)) throw_uninitialised(argument, begin);
}

void throw_not_initialised() {
    throw Error(GrB_PANIC, "GrB_init was not called");
}

} // namespace grb
