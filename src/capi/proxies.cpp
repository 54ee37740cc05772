// Makes stand-ins and hands their changes back to the caller's objects.
#include "capi/proxies.hpp"

#include "capi/handles.hpp"
#include "storage/column.hpp"

#include <bit>
#include <cinttypes>
#include <cstring>
#include <list>
#include <optional>

namespace grb {

namespace {

Container *container_behind(ObjectHeader &object) noexcept {
    if (Matrix *const matrix = behind<Matrix>(object)) return matrix;
    return behind<Vector>(object);
}

/// Returns the entries of a collection as a matrix; a vector and a scalar give one column.
Ref<Snapshot> matrix_of(ObjectHeader &object) {
    if (const Matrix *const matrix = behind<Matrix>(object)) return matrix->snapshot();
    if (const Vector *const vector = behind<Vector>(object)) return as_column(*vector->snapshot());
    const Scalar &scalar = *behind<Scalar>(object);
    Matrix element(scalar.type, 1, 1);
    if (scalar.has_value) element.set_element(0, 0, scalar.value.data());
    return element.snapshot();
}

bool has_shape_of(Magic kind, const Snapshot &matrix) noexcept {
    if (kind == Magic::matrix) return true;
    return matrix.ncols() == 1 && (kind == Magic::vector || matrix.nrows() == 1);
}

/// The content of a collection: a snapshot, or a scalar's value.
struct Content {
    const Type *type;
    Ref<Snapshot> snapshot;
    bool is_readonly = false;
    Array value;
    bool has_value = false;
};

/// Returns a matrix as the content of a `kind`, whose shape it has.
Content content_of(Magic kind, const Ref<Snapshot> &matrix) {
    Content content{matrix->type(), {}, false, {}, false};
    if (kind == Magic::matrix) content.snapshot = matrix;
    if (kind == Magic::vector) content.snapshot = as_vector(*matrix);
    if (kind == Magic::scalar) {
        content.value = Array::zeroed(content.type->size);
        Matrix element(content.type, 1, 1);
        element.publish(matrix);
        content.has_value = element.get_element(0, 0, content.value.data());
    }
    return content;
}

void put(Content content, ObjectHeader &target) noexcept {
    if (Container *const container = container_behind(target)) {
        container->become(std::move(content.snapshot), content.is_readonly);
        return;
    }
    Scalar &scalar = *behind<Scalar>(target);
    scalar.type = content.type;
    scalar.value = std::move(content.value);
    scalar.has_value = content.has_value;
}

bool is_same(const StorageOptions &a, const StorageOptions &b) noexcept {
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    return a.format == b.format && a.index_width == b.index_width &&
           a.orientations == b.orientations && a.distribution == b.distribution &&
           a.offset_hint == b.offset_hint && a.row_hint == b.row_hint &&
           a.column_hint == b.column_hint && a.sparsity_control == b.sparsity_control &&
           a.by_column == b.by_column && a.hyper_hash == b.hyper_hash &&
           bits(a.hyper_switch) == bits(b.hyper_switch) &&
           bits(a.bitmap_switch) == bits(b.bitmap_switch);
}

/// One object in place of the caller's. It begins with the entries, options and name of the
/// caller's.
class Proxy {
public:
    Proxy(ObjectHeader &object, Magic kind, const Ref<Snapshot> &matrix)
        : object_(object), kind_(kind), kept_(content_of(kind, matrix)) {
        const Type *const type = matrix->type();
        if (kind == Magic::matrix) matrix_.emplace(type, 1, 1);
        if (kind == Magic::vector) vector_.emplace(type, 1);
        if (kind == Magic::scalar) scalar_.emplace(type);
        if (const Container *const source = container_behind(object)) {
            kept_.is_readonly = source->is_readonly();
            if (Container *const made = container_behind(own()))
                made->options() = source->options();
        }
        own().given_name = object.given_name;
        own().arena = object.arena; // for the name; the stand-in itself is a member
        own().data_arena = object.data_arena;
        put(kept_, own());
        if (const Container *const source = container_behind(object)) {
            given_ = source->given_sparsity();
            if (Container *const made = container_behind(own())) made->note_given(given_);
        }
        // A scalar's bytes are written in place. Entries are not, while kept_ has them, too.
        if (kind == Magic::scalar) kept_.value = content_of(kind, matrix).value;
    }

    bool is_of(const ObjectHeader &object, Magic kind) const noexcept {
        return &object_ == &object && kind_ == kind;
    }
    ObjectHeader &own() noexcept {
        if (matrix_) return matrix_->header;
        return vector_ ? vector_->header : scalar_->header;
    }

    /// Prepares the new content of the caller's object. When it throws, nothing has changed yet.
    void prepare() {
        if (!has_other_entries()) return;
        const Ref<Snapshot> matrix = matrix_of(own());
        if (!has_shape_of(object_.magic, *matrix)) {
            throw Error(GrB_DIMENSION_MISMATCH,
                        "the result is %" PRIu64 " x %" PRIu64 ", the object given for it is a %s",
                        matrix->nrows(), matrix->ncols(),
                        object_.magic == Magic::vector ? "vector" : "scalar");
        }
        Content next = content_of(object_.magic, matrix);
        if (const Container *const made = container_behind(own()))
            next.is_readonly = made->is_readonly();
        const Container *const target = container_behind(object_);
        if (target != nullptr && !next.is_readonly && !target->is_readonly() &&
            next.type == target->type())
            next.snapshot = target->conformed(next.snapshot);
        next.value = next.value.moved_to(object_.data_arena);
        next_.emplace(std::move(next));
    }

    void commit() noexcept {
        const bool has_entries = next_.has_value();
        if (has_entries) put(std::move(*next_), object_);
        if (object_.given_name != own().given_name) object_.given_name = own().given_name;
        Container *const made = container_behind(own()), *const target = container_behind(object_);
        if (made == nullptr || target == nullptr) return;
        if (!is_same(made->options(), target->options())) target->options() = made->options();
        if (has_entries || made->given_sparsity() != given_)
            target->note_given(made->given_sparsity());
    }

private:
    bool has_other_entries() {
        if (const Container *const made = container_behind(own()))
            return made->snapshot().get() != kept_.snapshot.get();
        return scalar_->type != kept_.type || scalar_->has_value != kept_.has_value ||
               std::memcmp(scalar_->value.data(), kept_.value.data(), kept_.type->size) != 0;
    }

    ObjectHeader &object_;
    Magic kind_;
    Content kept_;
    std::optional<Matrix> matrix_;
    std::optional<Vector> vector_;
    std::optional<Scalar> scalar_;
    std::optional<Content> next_;
    int given_ = 0;
};

/// Names the object as "a matrix of 3 x 4"; an object that is no collection has no shape.
[[noreturn]] void throw_other_shape(const char *argument, const Snapshot &matrix, Magic wanted) {
    throw Error(GrB_UNINITIALIZED_OBJECT, "%s is a matrix of %" PRIu64 " x %" PRIu64 ", not a %s",
                argument, matrix.nrows(), matrix.ncols(),
                wanted == Magic::vector ? "vector" : "scalar");
}

} // namespace

class Proxies : public HostAllocated {
public:
    ObjectHeader &find_or_make(ObjectHeader &object, Magic kind, const char *argument) {
        for (Proxy &one : all_)
            if (one.is_of(object, kind)) return one.own();
        const Ref<Snapshot> matrix = matrix_of(object);
        if (!has_shape_of(kind, *matrix)) throw_other_shape(argument, *matrix, kind);
        return all_.emplace_back(object, kind, matrix).own();
    }
    void hand_back() {
        for (Proxy &one : all_) one.prepare();
        for (Proxy &one : all_) one.commit();
    }

private:
    std::list<Proxy, HostAllocator<Proxy>> all_;
};

bool is_collection(const ObjectHeader &object) noexcept {
    return object.magic == Magic::matrix || object.magic == Magic::vector ||
           object.magic == Magic::scalar;
}

template <class T>
T &proxy_for(ObjectHeader &object, const char *argument) {
    if (!is_collection(object)) throw_uninitialised(argument, object.magic);
    PublicCall &call = *PublicCall::current;
    if (call.proxies == nullptr) call.proxies = new Proxies;
    return *behind<T>(call.proxies->find_or_make(object, magic_of<T>, argument));
}
template Matrix &proxy_for<Matrix>(ObjectHeader &, const char *);
template Vector &proxy_for<Vector>(ObjectHeader &, const char *);
template Scalar &proxy_for<Scalar>(ObjectHeader &, const char *);

constinit thread_local PublicCall *PublicCall::current = nullptr;

void PublicCall::hand_back() {
    proxies->hand_back();
}

void PublicCall::discard() noexcept {
    delete proxies;
}

} // namespace grb
