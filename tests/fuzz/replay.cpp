// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// fuzz_replay FOLDER: runs each target on the files of FOLDER/TARGET, what the fuzzer has found and what covers most
// code. fuzz_replay --targets: their names.

#include "core/base/text_file.h"
#include "tests/fuzz/targets.h"

#include <cstdio>
#include <filesystem>
#include <set>

#include <sys/resource.h>

using namespace rooflight;

#if defined(__SANITIZE_ADDRESS__) // of GCC
#define ROOFLIGHT_HAS_SANITIZER 1
#elif defined(__has_feature) // of clang
#define ROOFLIGHT_HAS_SANITIZER __has_feature(address_sanitizer)
#else
#define ROOFLIGHT_HAS_SANITIZER 0
#endif

namespace {

/// How many files there were.
int replay(const fuzz::Target &target, const std::filesystem::path &folder)
{
    std::error_code ignored;
    std::set<std::filesystem::path> files; // in the same order each time
    for (const auto &entry : std::filesystem::directory_iterator(folder, ignored))
        files.insert(entry.path());
    for (const std::filesystem::path &file : files) {
        std::fprintf(stderr, "%s\n", file.c_str()); // the last one is that which a crash is about
        target.run(readText(file));
    }
    return static_cast<int>(files.size());
}

/// What takes more of either is a defect; a file of the corpus takes a hundredth of it.
void limitResources()
{
    const auto limit = [](auto resource, rlim_t most) {
        const rlimit limits { most, most };
        fuzz::require(setrlimit(resource, &limits) == 0, "memory and time can be limited");
    };
#if !ROOFLIGHT_HAS_SANITIZER // its shadow memory alone takes terabytes of addresses
    limit(RLIMIT_AS, rlim_t { 2 } << 30);
#endif
    limit(RLIMIT_CPU, 50);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    limitResources();
    int status = 0;
    for (const fuzz::Target &target : fuzz::targets()) {
        if (std::string_view(argv[1]) == "--targets") {
            std::printf("%s\n", std::string(target.name).c_str());
            continue;
        }
        const int files = replay(target, std::filesystem::path(argv[1]) / target.name);
        std::printf("%s: %d files\n", std::string(target.name).c_str(), files);
        status = files == 0 ? 1 : status;
    }
    return status;
}
