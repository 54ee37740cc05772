// Checks the values and types of arguments.
#include "capi/values.hpp"

#include "operations/arguments.hpp"

namespace grb {

const Type *target_type(const char *argument, const Type *given, const Type *stored) {
    if (given != nullptr) return given;
    if (stored->code != TypeCode::user) {
        throw Error(GrB_DOMAIN_MISMATCH, "%s is a value of a user-defined type, wanted is %s",
                    argument, type_name(stored));
    }
    return stored;
}

void Given::check_pointer(const char *argument) const {
    if (is_boxed_) {
        required(scalar_, argument);
    } else {
        required_pointer(data_, argument);
    }
}

const Type *Given::type(const char *argument, const Type *wanted) const {
    return is_boxed_ ? scalar_->type : target_type(argument, type_, wanted);
}

Value Given::value(const char *argument, const Type *wanted) const {
    if (is_empty()) throw Error(GrB_EMPTY_OBJECT, "%s has no value", argument);
    return {is_boxed_ ? scalar_->value.data() : data_, type(argument, wanted)};
}

} // namespace grb
