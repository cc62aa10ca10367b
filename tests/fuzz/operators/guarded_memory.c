// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// Preloaded, puts what LibTorch allocates for tensors (posix_memalign) right before a page that cannot be touched, and
// takes freed memory away: what leaves a tensor by more than the 63 bytes of its alignment ends in a signal. Other
// memory has marks behind it.

#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
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

// What is not of tensors, such as lists of sizes, has marks behind it, which are looked at when it is freed: a fill,
// and in the last bytes its size.
static const size_t secret = 0x9E3779B97F4A7C15;
static const unsigned char fill = 0xA5;
enum { room = 16 };

static size_t usableBytes(const void *memory)
{
    const size_t head = ((const size_t *)memory)[-1]; // of glibc's chunk; bit 1: mapped on its own
    return (head & ~(size_t)7) - (head & 2 ? 16 : 8);
}

static void *marked(void *memory, size_t bytes)
{
    if (!memory)
        return memory;
    const size_t end = usableBytes(memory) - sizeof(size_t);
    const size_t tag = bytes ^ secret ^ (size_t)memory;
    memset((char *)memory + bytes, fill, end - bytes);
    memcpy((char *)memory + end, &tag, sizeof tag);
    return memory;
}

static size_t checkedBytes(const void *memory)
{
    const size_t end = usableBytes(memory) - sizeof(size_t);
    size_t tag;
    memcpy(&tag, (const char *)memory + end, sizeof tag);
    const size_t bytes = tag ^ secret ^ (size_t)memory;
    int sound = bytes <= end;
    for (size_t i = bytes; sound && i < end; ++i)
        sound = ((const unsigned char *)memory)[i] == fill;
    if (!sound)
        abort();
    return bytes;
}

static int overflows(size_t bytes)
{
    return bytes > SIZE_MAX / 2;
}

void *malloc(size_t bytes)
{
    return overflows(bytes) ? NULL : marked(__libc_malloc(bytes + room), bytes);
}

void *calloc(size_t count, size_t each)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, each, &bytes) || overflows(bytes))
        return NULL;
    return marked(__libc_calloc(1, bytes + room), bytes);
}

void *realloc(void *memory, size_t bytes)
{
    if (overflows(bytes))
        return NULL;
    if (memory)
        checkedBytes(memory);
    return marked(__libc_realloc(memory, bytes + room), bytes);
}

void *memalign(size_t alignment, size_t bytes)
{
    return overflows(bytes) ? NULL : marked(__libc_memalign(alignment, bytes + room), bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return memalign(alignment, bytes);
}

void *valloc(size_t bytes)
{
    return memalign(page, bytes);
}

size_t malloc_usable_size(void *memory)
{
    return memory ? checkedBytes(memory) : 0;
}

void free(void *memory)
{
    const char *const place = memory;
    if (!arena || place < arena || place >= arena + arenaBytes) {
        if (memory)
            checkedBytes(memory);
        __libc_free(memory);
        return;
    }
    const size_t first = (size_t)(place - arena) / page;
    const size_t bytes = (size_t)pagesOf[first] * page;
    if (bytes == 0)
        return;
    mmap(arena + first * page, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}
