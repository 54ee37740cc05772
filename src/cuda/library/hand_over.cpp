// Import and export of device memory, with the checks of the caller's pointers.
#include "cuda/library/hand_over.hpp"

#include "base/error.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "storage/convert.hpp"

namespace grb::device {

namespace {

[[noreturn]] void throw_absence(const char *reason) {
    throw Error(GrB_NOT_IMPLEMENTED, "there is no device memory: %s", reason);
}

/// Registers the caller's memory with the plugin and waits for the device. Throws Error,
/// std::bad_alloc.
void adopt_checked(void *pointer, std::size_t bytes) {
    const Status status = is_open() ? adopt(pointer, bytes) : Status::failed;
    if (status == Status::ok) return;
    if (status == Status::unsupported) throw Error(GrB_INVALID_VALUE, "%s", error_text());
    if (status == Status::out_of_memory) throw std::bad_alloc();
    throw_absence("the device failed");
}

/// Takes the device's bytes out of the array; the plugin forgets them.
void *handed_over(Array &values) {
    // The caller may write.
    void *const pointer = const_cast<void *>(std::as_const(values).data_here());
    device::hand_over(pointer);
    return values.give_away_at(*here());
}

void *taken(Snapshot &snapshot) {
    const DenseForm &form = can_be_dense_operand(snapshot)
                                ? dense_operand_form(snapshot)
                                : (snapshot.dense(), snapshot.dense_form().get());
    const std::uint64_t elements = snapshot.nrows() * snapshot.ncols();
    const Type *type = snapshot.type();
    if (form.is_iso) {
        Array expanded = expand_values(form.values.data(), type, true, elements, type);
        return handed_over(expanded);
    }
    Array &values = snapshot.dense_form().get().values;
    if (snapshot.is_unique() && values.is_unique()) return handed_over(values);
    Array copy = Array::make_here(elements * type->size);
    device::copy(copy.data_here_for_writing(), form.values.data_here(), elements * type->size);
    return handed_over(copy);
}

} // namespace

Array adopted(void *pointer, std::size_t bytes) {
    if (const char *reason = absence()) throw_absence(reason);
    Array array = Array::adopt_at(*here(), pointer, bytes);
    try {
        adopt_checked(pointer, bytes);
    } catch (...) {
        array.give_away_at(*here()); // the memory remains the caller's
        throw;
    }
    return array;
}

void check_lent(void *pointer, std::size_t bytes) {
    if (const char *reason = absence()) throw_absence(reason);
    adopt_checked(pointer, bytes);
    try {
        hand_over(pointer); // the plugin forgets the memory and frees nothing
    } catch (const Failure &) {
        throw_absence("the device failed");
    }
}

void give_back(Array &array) noexcept {
    void *const pointer = array.give_away_at(*here());
    try {
        hand_over(pointer);
    } catch (const Failure &) {
        // The device is out of service: nothing remains to wait for.
    }
}

void *take_values(Snapshot &snapshot) {
    if (const char *reason = absence()) throw_absence(reason);
    try {
        return taken(snapshot);
    } catch (const Failure &failure) {
        if (failure.status() == Status::out_of_memory) throw std::bad_alloc();
        throw_absence("the device failed");
    }
}

} // namespace grb::device
