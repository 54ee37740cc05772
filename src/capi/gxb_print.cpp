// Prints objects as text.
#include "base/open_file.hpp"
#include "capi/get_fields.hpp"
#include "capi/gxb_context.hpp"
#include "capi/gxb_select_ops.hpp"
#include "capi/gxb_settings.hpp"
#include "operations/arguments.hpp"

#include <cinttypes>
#include <cstdarg>

using namespace grb;

namespace {

constexpr std::uint64_t short_entries = 30;

/// Collects lines of text and writes them at once.
class Writer {
public:
    Writer(int level, std::FILE *file) : level_(level), file_(file) {}
    bool is_silent() const noexcept { return level_ <= GxB_SILENT; }
    bool shows_entries() const noexcept { return level_ >= GxB_SHORT; }
    bool shows_all() const noexcept {
        return level_ == GxB_COMPLETE || level_ == GxB_COMPLETE_VERBOSE;
    }
    bool shows_all_digits() const noexcept { return level_ >= GxB_SHORT_VERBOSE; }

    __attribute__((format(printf, 2, 3))) void add(const char *format, ...) {
        char line[512];
        va_list arguments;
        va_start(arguments, format);
        std::vsnprintf(line, sizeof line, format, arguments);
        va_end(arguments);
        text_ += line;
    }
    /// Writes the text to the file; throws GrB_INVALID_VALUE when that fails.
    void write() {
        if (is_silent()) return;
        const Settings all = settings();
        bool is_written = true;
        if (file_ == nullptr && all.print != nullptr)
            is_written = all.print("%s", text_.c_str()) >= 0;
        else
            is_written = put_text(file_ != nullptr ? file_ : stdout, text_);
        if (file_ == nullptr && all.flush != nullptr) all.flush();
        if (!is_written) throw Error(GrB_INVALID_VALUE, "the text could not be written");
    }

private:
    int level_;
    std::FILE *file_;
    HostString text_;
};

void add_value(Writer &out, const void *value, const Type *type) {
    const bool is_single = type->code == TypeCode::fp32 || type->code == TypeCode::fc32;
    const bool is_narrow = is_narrow_code(type->code);
    const int all_digits = is_narrow ? 5 : is_single ? 9 : 17;
    const int digits = out.shows_all_digits() ? all_digits : std::min(all_digits, 6);
    if (type->code == TypeCode::user && type->print != nullptr) {
        char text[256] = "";
        const std::int64_t length = type->print(text, sizeof text, value, out.shows_all_digits());
        text[sizeof text - 1] = 0;
        out.add("%s", length < 0 ? "[not printed]" : text);
    } else if (type->code == TypeCode::user) {
        out.add("[%zu bytes]", type->size);
    } else if (is_float_code(type->code) || is_narrow) {
        double number;
        cast_values(&number, builtin_type(TypeCode::fp64), value, type, 1);
        out.add("%.*g", digits, number);
    } else if (is_complex_code(type->code)) {
        double parts[2];
        cast_values(parts, builtin_type(TypeCode::fc64), value, type, 1);
        out.add("%.*g%+.*gi", digits, parts[0], digits, parts[1]);
    } else if (type->code == TypeCode::uint64) {
        std::uint64_t number;
        std::memcpy(&number, value, sizeof number);
        out.add("%" PRIu64, number);
    } else {
        std::int64_t number;
        cast_values(&number, builtin_type(TypeCode::int64), value, type, 1);
        out.add("%" PRId64, number);
    }
}

/// Prints one entry after the other, up to `limit` of them.
class Entries {
public:
    Entries(Writer &out, const Snapshot &snapshot, bool is_vector)
        : out_(out), type_(snapshot.type()), is_vector_(is_vector),
          first_(settings().prints_from_one != 0 ? 1 : 0),
          left_(out.shows_all() ? snapshot.nvals() : short_entries) {
        if (snapshot.has_dense()) {
            add_dense(snapshot.dense());
        } else {
            add_rows(snapshot.rows());
        }
        if (!out.shows_all() && snapshot.nvals() > short_entries) out.add("    ...\n");
    }

private:
    void add(std::uint64_t row, std::uint64_t column, const void *value) {
        left_--;
        if (is_vector_) {
            out_.add("    (%" PRIu64 ")   ", column + first_);
        } else {
            out_.add("    (%" PRIu64 ",%" PRIu64 ")   ", row + first_, column + first_);
        }
        add_value(out_, value, type_);
        out_.add("\n");
    }
    void add_dense(const DenseView &A) {
        for (std::uint64_t element = 0; element < A.nrows * A.ncols && left_ != 0; element++) {
            if (A.has(element)) add(element / A.ncols, element % A.ncols, A.value(element));
        }
    }
    void add_rows(const SparseView &view) {
        dispatch_widths(view, [this](const auto &A) {
            for (std::uint64_t k = 0; k < A.stored_rows && left_ != 0; k++) {
                for (std::uint64_t p = A.row_offsets[k]; p < A.row_offsets[k + 1] && left_ != 0;
                     p++) {
                    add(A.row_id(k), A.column_indices[p], A.value(p));
                }
            }
        });
    }

    Writer &out_;
    const Type *type_;
    bool is_vector_;
    std::uint64_t first_, left_;
};

const char *word_of(Format format) noexcept {
    static constexpr const char *words[] = {"",       "sparse", "hypersparse",
                                            "bitmap", "full",   "row-balanced"};
    return words[static_cast<int>(format)];
}

const char *name_of_type(const Type *type) noexcept {
    return type != nullptr ? type_name(type) : "any type";
}

void describe(Writer &out, const Type &type) {
    out.add("%s, %zu bytes\n", type_name(&type), type.size);
}

void describe(Writer &out, const UnaryOp &op) {
    out.add("%s, z = f(x), %s from %s\n", op.name, name_of_type(op.ztype), name_of_type(op.xtype));
}

void describe(Writer &out, const IndexBinaryOp &op) {
    out.add("%s, z = f(x, ix, jx, y, iy, jy, theta), %s from %s, %s and %s\n", op.name,
            name_of_type(op.ztype), name_of_type(op.xtype), name_of_type(op.ytype),
            name_of_type(op.theta_type));
}

void describe(Writer &out, const BinaryOp &op) {
    if (op.binding != nullptr) {
        out.add("with theta ");
        add_value(out, op.binding->theta.data(), op.binding->source->theta_type);
        out.add(" of ");
        describe(out, *op.binding->source);
        return;
    }
    out.add("%s, z = f(x, y), %s from %s and %s\n", op.name, name_of_type(op.ztype),
            name_of_type(op.xtype), name_of_type(op.ytype));
}

void describe(Writer &out, const IndexUnaryOp &op) {
    out.add("%s, z = f(x, i, j, y), %s from %s and %s\n", op.name, name_of_type(op.ztype),
            name_of_type(op.xtype), name_of_type(op.ttype));
}

void describe(Writer &out, const SelectOp &op) {
    out.add("%s\n", op.name);
}

void describe(Writer &out, const Monoid &monoid) {
    out.add("%s, operator %s, identity ", monoid.name, monoid.op->name);
    add_value(out, monoid.identity(), monoid.type());
    if (monoid.has_terminal) {
        out.add(", terminal ");
        add_value(out, monoid.terminal(), monoid.type());
    }
    out.add("\n");
}

void describe(Writer &out, const Semiring &semiring) {
    out.add("%s, %s over %s\n", semiring.name, semiring.add->op->name, semiring.multiply->name);
}

void describe(Writer &out, const Descriptor &desc) {
    out.add("%s%s%s%s%s%s\n", desc.name, desc.replace ? ", replace" : "",
            desc.mask_complement ? ", complemented mask" : "",
            desc.mask_structure ? ", structural mask" : "",
            desc.transpose0 ? ", first transposed" : "",
            desc.transpose1 ? ", second transposed" : "");
}

void describe(Writer &out, const Scalar &scalar) {
    out.add("%s, ", type_name(scalar.type));
    if (scalar.has_value) {
        add_value(out, scalar.value.data(), scalar.type);
    } else {
        out.add("no value");
    }
    out.add("\n");
}

void describe(Writer &out, const Container &object) {
    const Ref<Snapshot> snapshot = object.snapshot();
    if (object.is_vector()) {
        out.add("size %" PRIu64, object.ncols());
    } else {
        out.add("%" PRIu64 " x %" PRIu64, object.nrows(), object.ncols());
    }
    out.add(", %s, %" PRIu64 " entries, %s%s%s, %zu bytes\n", type_name(object.type()),
            snapshot->nvals(), word_of(snapshot->format()),
            snapshot->is_by_column() ? " by column" : "", snapshot->is_iso() ? ", iso" : "",
            object.bytes());
    if (out.shows_entries()) Entries(out, *snapshot, object.is_vector());
}

void describe(Writer &out, const UserContext &context) {
    out.add("%d threads\n", threads_of(context));
}

template <class T>
GrB_Info print(const char *function, const char *kind, const T *handle, const char *name,
               int number, std::FILE *file) {
    return guard(function, handle, [&] {
        const T &object = required(handle, "object");
        if (number < GxB_SILENT || number > GxB_COMPLETE_VERBOSE)
            throw Error(GrB_INVALID_VALUE, "pr is %d, no GxB_Print_Level", number);
        Writer out(number, file);
        if (out.is_silent()) return;
        out.add("%s %s: ", kind, name != nullptr ? name : "");
        describe(out, object);
        out.write();
    });
}

} // namespace

#define GRB_DEFINE_AS(Kind, Prefix, word, Level)                                                \
    GrB_Info GxB_##Kind##_fprint(Prefix##_##Kind object, const char *name, Level pr, FILE *f) { \
        return print(__func__, word, object, name, number_of(pr), f);                           \
    }
#define GRB_DEFINE(Kind, Prefix, word) GRB_DEFINE_AS(Kind, Prefix, word, GxB_Print_Level)
GRB_DEFINE(Type, GrB, "type")
GRB_DEFINE(UnaryOp, GrB, "unary operator")
GRB_DEFINE(BinaryOp, GrB, "binary operator")
GRB_DEFINE(IndexUnaryOp, GrB, "index-unary operator")
GRB_DEFINE(SelectOp, GxB, "select operator")
GRB_DEFINE(Monoid, GrB, "monoid")
GRB_DEFINE(Semiring, GrB, "semiring")
GRB_DEFINE(Descriptor, GrB, "descriptor")
GRB_DEFINE(Scalar, GrB, "scalar")
GRB_DEFINE(Vector, GrB, "vector")
GRB_DEFINE(Matrix, GrB, "matrix")
GRB_DEFINE(Context, GxB, "context")
GRB_DEFINE_AS(IndexBinaryOp, GxB, "index binary operator", int)
#undef GRB_DEFINE
#undef GRB_DEFINE_AS
