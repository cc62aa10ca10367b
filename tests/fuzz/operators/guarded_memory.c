// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

// Preloaded, puts what LibTorch allocates for tensors (posix_memalign) right before a page that cannot be touched, and
// takes freed memory away: what leaves a tensor by more than the 63 bytes of its alignment ends in a signal.

#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

extern void __libc_free(void *);

enum { page = 4096 };
static const size_t arenaBytes = (size_t)64 << 30;
static const size_t largestBytes = (size_t)1 << 30;

static char *arena;
static uint32_t *pagesOf; // by the first page of an allocation
static atomic_size_t nextPage;

__attribute__((constructor)) static void reserve(void)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    pagesOf = mmap(NULL, arenaBytes / page * sizeof *pagesOf, PROT_READ | PROT_WRITE, flags, -1, 0);
    char *const memory = mmap(NULL, arenaBytes, PROT_NONE, flags, -1, 0);
    if (memory != MAP_FAILED && pagesOf != MAP_FAILED)
        arena = memory;
}

int posix_memalign(void **result, size_t alignment, size_t bytes)
{
    const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    const size_t pages = (rounded + page - 1) / page;
    if (!arena || alignment > page || bytes > largestBytes)
        return ENOMEM;
    const size_t first = atomic_fetch_add(&nextPage, pages + 1) + 1; // a page between two
    if ((first + pages + 1) * page > arenaBytes)
        return ENOMEM;
    char *const start = arena + first * page;
    if (pages > 0 && mprotect(start, pages * page, PROT_READ | PROT_WRITE) != 0)
        return ENOMEM;
    pagesOf[first] = (uint32_t)pages;
    *result = start + pages * page - rounded;
    return 0;
}

void free(void *memory)
{
    const char *const place = memory;
    if (!arena || place < arena || place >= arena + arenaBytes) {
        __libc_free(memory);
        return;
    }
    const size_t first = (size_t)(place - arena) / page;
    const size_t bytes = (size_t)pagesOf[first] * page;
    if (bytes == 0)
        return;
    mmap(arena + first * page, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}
