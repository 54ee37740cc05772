// Conditions of products that are added to the output in place.
#pragma once

#include "base/copied_bytes.hpp"
#include "objects/container.hpp"
#include "problems/output.hpp"
#include "problems/products.hpp"

namespace grb {

/// Returns null when the call is w = w ⊕ A ⊕.⊗ u, with the monoid's own operator as accumulator and
/// without a mask, into a full w; else the reason why a product must not be added in place.
const char *refuses_into(const MxvProblem &problem);

/// The values of a full output for change: its own, or a copy where others share them. A failure
/// leaves the output as it is.
class OutputValues {
public:
    explicit OutputValues(const MxvProblem &problem)
        : C_(*problem.output->C), before_(C_.snapshot()),
          copy_(problem.output_is_shared || before_->is_iso() ? copy_of(*before_)
                                                              : Ref<Snapshot>()),
          snapshot_(copy_ ? *copy_ : C_.unshared_for_writing()) {
        if (!copy_) before_ = nullptr;
    }
    /// Writes the only value of an output of one value to elements [begin, end).
    void spread(std::uint64_t begin, std::uint64_t end) {
        if (!before_ || !before_->is_iso()) return;
        const std::size_t size = before_->type()->size;
        fill_values(data() + begin * size, before_->dense_form().get().values.data(), end - begin,
                    size);
    }

    unsigned char *data() { return snapshot_.dense_form().get().values.as<unsigned char>(); }
    /// Makes the changed values the output's.
    void publish() noexcept {
        if (copy_)
            C_.publish(std::move(copy_));
        else
            snapshot_.keep_dense_alone();
    }

private:
    static Ref<Snapshot> copy_of(const Snapshot &C) {
        const DenseForm &from = C.dense_form().get();
        DenseForm form;
        form.values = from.is_iso ? Array(C.ncols() * C.type()->size)
                                  : copied_bytes(from.values.data(), from.values.bytes());
        form.nvals = from.nvals;
        return Snapshot::of_dense(C.type(), C.nrows(), C.ncols(), std::move(form));
    }

    Container &C_;
    Ref<Snapshot> before_, copy_;
    Snapshot &snapshot_;
};

} // namespace grb
