// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/archive/archive_writer.h"

#include <zip.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace rooflight::test {

using namespace std::string_literals;

namespace {

zip_t *opened(const std::string &path, int flags)
{
    int code = 0;
    zip_t *const archive = zip_open(path.c_str(), flags, &code);
    if (archive == nullptr)
        throw std::runtime_error("cannot open " + path);
    return archive;
}

} // namespace

Records smallModel(std::string_view classBody)
{
    // c GLOBAL, ) EMPTY_TUPLE, \x81 NEWOBJ, } EMPTY_DICT, b BUILD, . STOP
    return {
        { "net/code/__torch__.py",
          "class Net(Module):\n  __parameters__ = []\n  __buffers__ = []\n" + std::string(classBody) },
        { "net/constants.pkl", "\x80\x02)."s },
        { "net/data.pkl", "\x80\x02"s + "c__torch__\nNet\n)\x81}b." },
        { "net/version", "3\n" },
    };
}

void writeArchive(const std::string &path, const Records &records, bool packed)
{
    std::filesystem::remove(path);
    zip_t *const archive = opened(path, ZIP_CREATE | ZIP_EXCL);
    for (const auto &[name, content] : records) {
        zip_source_t *const source = zip_source_buffer(archive, content.data(), content.size(), 0);
        const zip_int64_t index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_GUESS);
        if (index < 0)
            throw std::runtime_error("cannot add " + name);
        zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), packed ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0);
    }
    if (zip_close(archive) != 0)
        throw std::runtime_error("cannot write " + path);
}

std::string readFile(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(file), {} };
}

void writeFile(const std::string &path, std::string_view content)
{
    // Some file systems wait for the disk when an existing file is truncated and written again.
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary).write(content.data(), std::ssize(content));
}

Records readArchive(const std::string &path)
{
    zip_t *const archive = opened(path, ZIP_RDONLY);
    Records records;
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive, 0); ++i) {
        zip_stat_t facts;
        zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &facts);
        std::string content(facts.size, '\0');
        zip_file_t *const file = zip_fopen_index(archive, static_cast<zip_uint64_t>(i), 0);
        zip_fread(file, content.data(), content.size());
        zip_fclose(file);
        records[facts.name] = content;
    }
    zip_discard(archive);
    return records;
}

} // namespace rooflight::test
