// The arguments that all operations have: the first three and the descriptor.
#pragma once

#include "capi/guard.hpp"
#include "operations/arguments.hpp"

namespace grb {

/// The handles of C⟨Mask⟩ accum= ..., checked in the order of the arguments. T: Matrix or Vector.
/// The caller's variables point to the objects afterwards, which may be stand-ins.
template <class T>
class Call {
public:
    Call(T *&C, T *&mask, GrB_BinaryOp accum, GrB_Descriptor descriptor)
        : C_(required(C, Names<T>::C)), mask_(optional(mask, Names<T>::mask)),
          accum_(optional(accum, "accum")), descriptor_(optional(descriptor, "desc")) {}

    /// Checks the mask's shape and domain; call it after all handles have been checked.
    Output output() const { return make_output(C_, mask_, accum_, descriptor_); }
    Output recordable_output() const {
        return grb::recordable_output(C_, mask_, accum_, descriptor_);
    }
    T &C() const noexcept { return C_; }
    const Descriptor *descriptor() const noexcept { return descriptor_; }

private:
    T &C_;
    const T *mask_;
    const BinaryOp *accum_;
    const Descriptor *descriptor_;
};

} // namespace grb
