/* Connected components by sampling, hooking and compression, after Afforest (Sutton et al. 2018,
 * doi:10.1109/IPDPS.2018.00023) and FastSV (Zhang et al. 2020, doi:10.1137/1.9781611976137.5), with
 * index lists given as vectors, GxB_Vector_extract_Vector and GxB_Vector_build_Vector, so that no
 * data of the graph's size passes through the caller's memory.
 *
 * f is a forest whose trees lie inside of components. Hooking makes a root point to the root of
 * another tree; compression halves all paths until every vertex points to its root. First every
 * vertex is linked to its least neighbour, the first entry of its row; in a graph of many edges,
 * while the largest tree is small, also to its greatest neighbour, the last entry. Then the edges of all vertices outside of the largest tree are looked
 * at, round by round, until none leads to another tree. The largest tree counts as the least one:
 * others are hooked to it, so its own vertices need not look.
 */
#include "components.h"
#include "errors.h"
#include "optional.h"

#include <stdbool.h>

/* Links to the greatest neighbours pay where a vertex has so many edges in the mean. */
enum { most_samples = 64, most_links = 3, edges_worth_links = 12 };

typedef struct {
    GrB_Index n;
    GrB_Type type;
    GrB_BinaryOp min, max, second, differ, less;
    GrB_UnaryOp copy;
    GrB_IndexUnaryOp own_index, equals, is_not;
    GrB_Monoid min_monoid;
    GrB_Semiring min_second, max_second;
    GrB_Vector f;                  /* full */
    GrB_Vector other, moved, same; /* scratch */
    GrB_Vector differs;            /* scratch, of Booleans */
    GrB_Vector linked;             /* the vertices with neighbours */
} Forest;

/* Halves the paths until every vertex points to its root. */
static GrB_Info compress(Forest *s) {
    GrB_Info info = GrB_SUCCESS;
    bool any = true;
    while (any) {
        TRY(gba_round(0, 0));
        const GrB_Vector last = s->f;
        TRY(GxB_Vector_extract_Vector(s->other, NULL, NULL, last, last, NULL));
        TRY(GrB_eWiseMult(s->differs, NULL, NULL, s->differ, s->other, last, NULL));
        any = false;
        TRY(GrB_reduce(&any, NULL, GrB_LOR_MONOID_BOOL, s->differs, NULL));
        s->f = s->other;
        s->other = last;
    }
done:
    return info;
}

/* Makes the forest of all links from a vertex to its least neighbour. */
static GrB_Info start(Forest *s, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    const bool fits = s->n < INT32_MAX;
    s->type = fits ? GrB_INT32 : GrB_INT64;
    s->min = fits ? GrB_MIN_INT32 : GrB_MIN_INT64;
    s->max = fits ? GrB_MAX_INT32 : GrB_MAX_INT64;
    s->second = fits ? GrB_SECOND_INT32 : GrB_SECOND_INT64;
    s->differ = fits ? GrB_NE_INT32 : GrB_NE_INT64;
    s->less = fits ? GrB_LT_INT32 : GrB_LT_INT64;
    s->copy = fits ? GrB_IDENTITY_INT32 : GrB_IDENTITY_INT64;
    s->own_index = fits ? GrB_ROWINDEX_INT32 : GrB_ROWINDEX_INT64;
    s->equals = fits ? GrB_VALUEEQ_INT32 : GrB_VALUEEQ_INT64;
    s->is_not = fits ? GrB_VALUENE_INT32 : GrB_VALUENE_INT64;
    s->min_monoid = fits ? GrB_MIN_MONOID_INT32 : GrB_MIN_MONOID_INT64;
    s->min_second = fits ? GrB_MIN_SECOND_SEMIRING_INT32 : GrB_MIN_SECOND_SEMIRING_INT64;
    s->max_second = fits ? GrB_MAX_SECOND_SEMIRING_INT32 : GrB_MAX_SECOND_SEMIRING_INT64;
    TRY(GrB_Vector_new(&s->f, s->type, s->n));
    TRY(GrB_Vector_new(&s->other, s->type, s->n));
    TRY(GrB_Vector_new(&s->moved, s->type, s->n));
    TRY(GrB_Vector_new(&s->same, s->type, s->n));
    TRY(GrB_Vector_new(&s->differs, GrB_BOOL, s->n));
    TRY(GrB_Vector_new(&s->linked, s->type, s->n));
    TRY(GrB_assign(s->f, NULL, NULL, (int64_t)0, GrB_ALL, s->n, NULL));
    TRY(GrB_apply(s->f, NULL, NULL, s->own_index, s->f, (int64_t)0, NULL));
    TRY(GrB_mxv(s->linked, NULL, NULL, s->min_second, A, s->f, NULL));
    TRY(GrB_eWiseAdd(s->f, NULL, NULL, s->min, s->f, s->linked, NULL));
    TRY(compress(s));
done:
    return info;
}

/* Looks at up to 64 vertices: *root is the most frequent root; returns in *is_large whether three
 * quarters of those with another root than themselves have it. */
static GrB_Info sample(const Forest *s, int64_t *root, bool *is_large) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector some = NULL;
    GrB_Index at[most_samples], count = s->n < most_samples ? s->n : most_samples;
    int64_t roots[most_samples];
    int linked = 0, most = 0;
    for (GrB_Index k = 0; k < count; k++) {
        /* One of each range of n / count, anywhere in it: graphs have periods. */
        const GrB_Index range = s->n / count;
        at[k] = k * range + (k * 0x9e3779b97f4a7c15u >> 32) % range;
    }
    TRY(GrB_Vector_new(&some, s->type, count));
    TRY(GrB_extract(some, NULL, NULL, s->f, at, count, NULL));
    GrB_Index found = count;
    TRY(GrB_Vector_extractTuples_INT64(NULL, roots, &found, some));
    *root = roots[0];
    for (GrB_Index k = 0; k < count; k++) {
        if (roots[k] == (int64_t)at[k]) continue;
        int same = 0;
        for (GrB_Index j = 0; j < count; j++) same += roots[j] == roots[k];
        linked++;
        if (same <= most) continue;
        most = same;
        *root = roots[k];
    }
    *is_large = 4 * most >= 3 * linked;
done:
    GrB_free(&some);
    return info;
}

/* *greatest: each vertex's greatest neighbour, or itself. */
static GrB_Info greatest_neighbours(GrB_Vector *greatest, Forest *s, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GrB_Vector_new(greatest, s->type, s->n));
    TRY(GrB_apply(s->other, NULL, NULL, s->own_index, s->f, (int64_t)0, NULL));
    TRY(GrB_mxv(s->moved, NULL, NULL, s->max_second, A, s->other, NULL));
    TRY(GrB_eWiseAdd(*greatest, NULL, NULL, s->second, s->other, s->moved, NULL));
done:
    return info;
}

/* Links each vertex v to partners(v): the greater of two roots is hooked to a lesser one. */
static GrB_Info link_to(Forest *s, GrB_Vector partners) {
    GrB_Info info = GrB_SUCCESS;
    TRY(GxB_Vector_extract_Vector(s->other, NULL, NULL, s->f, partners, NULL));
    TRY(GrB_eWiseMult(s->same, NULL, NULL, s->max, s->f, s->other, NULL));
    TRY(GrB_eWiseMult(s->other, NULL, NULL, s->min, s->f, s->other, NULL));
    TRY(GrB_Vector_clear(s->moved));
    TRY(GxB_Vector_build_Vector(s->moved, s->same, s->other, s->min, NULL));
    TRY(GrB_eWiseAdd(s->f, NULL, NULL, s->second, s->f, s->moved, NULL));
    TRY(compress(s));
done:
    return info;
}

/* Hooks until no edge leads from one tree to another. No vertex of the tree of `root` looks. */
static GrB_Info join_rest(Forest *s, GrB_Matrix A, int64_t root) {
    GrB_Info info = GrB_SUCCESS;
    GrB_Vector active = NULL, labels = NULL, least = NULL;
    GrB_Index left = 0;

    TRY(GrB_Vector_new(&active, s->type, s->n));
    for (;;) {
        bool any = false;
        TRY(gba_round(0, 0));
        TRY(GrB_select(active, s->linked, NULL, s->is_not, s->f, root, GrB_DESC_RS));
        TRY(GrB_Vector_nvals(&left, active));
        if (left == 0) break;
        GrB_free(&labels);
        GrB_free(&least);
        TRY(GrB_Vector_dup(&labels, s->f));
        TRY(GrB_select(s->same, NULL, NULL, s->equals, s->f, root, NULL));
        TRY(GrB_assign(labels, s->same, NULL, (int64_t)-1, GrB_ALL, s->n, GrB_DESC_S));
        TRY(GrB_Vector_dup(&least, labels));
        TRY(GrB_mxv(least, active, s->min, s->min_second, A, labels, GrB_DESC_S));
        TRY(GrB_eWiseMult(s->differs, NULL, NULL, s->less, least, labels, NULL));
        TRY(GrB_reduce(&any, NULL, GrB_LOR_MONOID_BOOL, s->differs, NULL));
        if (!any) break;
        TRY(GrB_apply(s->same, s->differs, NULL, s->copy, s->f, GrB_DESC_R));
        TRY(GrB_apply(s->other, s->differs, NULL, s->copy, least, GrB_DESC_R));
        TRY(GrB_Vector_clear(s->moved));
        TRY(GxB_Vector_build_Vector(s->moved, s->same, s->other, s->min, NULL));
        TRY(GrB_select(s->same, NULL, NULL, s->equals, s->moved, (int64_t)-1, NULL));
        TRY(GrB_assign(s->moved, s->same, NULL, root, GrB_ALL, s->n, GrB_DESC_S));
        TRY(GrB_eWiseAdd(s->f, NULL, NULL, s->second, s->f, s->moved, NULL));
        TRY(compress(s));
    }
done:
    GrB_free(&active);
    GrB_free(&labels);
    GrB_free(&least);
    return info;
}

/* The roots of all other trees are their least vertices; makes that of `root` so. */
static GrB_Info name_by_least(Forest *s, int64_t root) {
    GrB_Info info = GrB_SUCCESS;
    int64_t least = root;
    TRY(GrB_select(s->same, NULL, NULL, s->equals, s->f, root, NULL));
    TRY(GrB_apply(s->other, NULL, NULL, s->own_index, s->same, (int64_t)0, NULL));
    TRY(GrB_reduce(&least, NULL, s->min_monoid, s->other, NULL));
    if (least == root) goto done;
    TRY(GrB_assign(s->f, s->same, NULL, least, GrB_ALL, s->n, GrB_DESC_S));
done:
    return info;
}

GrB_Info gba_components_by_vectors(GrB_Vector *components, GrB_Matrix A) {
    GrB_Info info = GrB_SUCCESS;
    Forest s = {0};
    GrB_Vector greatest = NULL;
    GrB_Index entries = 0;
    int64_t root = 0;
    bool is_large = false;
    *components = NULL;

    TRY(GrB_Matrix_nrows(&s.n, A));
    TRY(GrB_Matrix_nvals(&entries, A));
    TRY(start(&s, A));
    if (entries != 0) {
        TRY(sample(&s, &root, &is_large));
        const int links = entries / s.n < edges_worth_links ? 0 : most_links;
        for (int k = 0; k < links && !is_large; k++) {
            if (greatest == NULL) TRY(greatest_neighbours(&greatest, &s, A));
            TRY(link_to(&s, greatest));
            TRY(sample(&s, &root, &is_large));
        }
        TRY(join_rest(&s, A, root));
        TRY(name_by_least(&s, root));
    }
    *components = s.f;
    s.f = NULL;
done:
    GrB_free(&s.f);
    GrB_free(&s.other);
    GrB_free(&s.moved);
    GrB_free(&s.same);
    GrB_free(&s.differs);
    GrB_free(&s.linked);
    GrB_free(&greatest);
    return info;
}
