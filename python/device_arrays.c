#include "device_arrays.h"

#include <GraphBLAS.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { most_dimensions = 2, cuda = 2 };

struct DeviceMemory {
    void *values;
    uint64_t bytes;
    atomic_long owners;
};

/** A tensor, and where its shape is. */
typedef struct {
    DLManagedTensor managed;
    int64_t shape[most_dimensions];
} OwnTensor;

void release_tensor(void *managed) {
    DLManagedTensor *const tensor = managed;
    if (tensor->deleter != NULL) tensor->deleter(tensor);
}

DeviceMemory *device_memory(void *values, uint64_t bytes) {
    DeviceMemory *const memory = malloc(sizeof *memory);
    if (memory == NULL) return NULL;
    memory->values = values;
    memory->bytes = bytes;
    atomic_init(&memory->owners, 1);
    return memory;
}

void share_device_memory(DeviceMemory *memory) {
    atomic_fetch_add(&memory->owners, 1);
}

void release_device_memory(void *given) {
    DeviceMemory *const memory = given;
    if (atomic_fetch_sub(&memory->owners, 1) != 1) return;
    /* The library frees what becomes an object's. Where the GPU was switched off meanwhile it takes nothing, and the memory
     * stays until the process ends. */
    GrB_Vector vector = NULL;
    if (GrX_Vector_import_device(&vector, GrB_UINT8, memory->bytes, &memory->values, memory->bytes,
                                 NULL) == GrB_SUCCESS)
        GrB_Vector_free(&vector);
    free(memory);
}

static void delete_tensor(DLManagedTensor *self) {
    release_device_memory(self->context);
    free(self);
}

DLManagedTensor *device_tensor(DeviceMemory *memory, int32_t ndim, const int64_t *shape,
                               DLDataType dtype, int32_t device) {
    OwnTensor *const own = calloc(1, sizeof *own);
    if (own == NULL) return NULL;
    for (int32_t k = 0; k < ndim; k++) own->shape[k] = shape[k];
    own->managed.tensor = (DLTensor){.data = memory->values,
                                     .device = {cuda, device},
                                     .ndim = ndim,
                                     .dtype = dtype,
                                     .shape = own->shape};
    own->managed.context = memory;
    own->managed.deleter = delete_tensor;
    share_device_memory(memory);
    return &own->managed;
}
