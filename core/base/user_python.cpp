// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/user_python.h"

#include "core/base/environment.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <unistd.h>

namespace rooflight {

namespace {

bool canBeRun(const std::string &path)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

} // namespace

std::string findProgram(const std::string &name)
{
    if (name.find('/') != std::string::npos)
        return canBeRun(name) ? name : std::string();
    const char *variable = environmentVariable("PATH");
    const std::string folders = variable ? variable : "/usr/local/bin:/usr/bin:/bin";
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        // An empty part is the working folder, which may be that of a model.
        const std::string path = folders.substr(begin, end - begin) + '/' + name;
        if (end > begin && canBeRun(path))
            return path;
        begin = end + 1;
    }
    return {};
}

std::string userPython()
{
    if (const char *named = environmentVariable("ROOFLIGHT_PYTHON"); named && *named != '\0')
        return named;
    for (const char *variable : { "VIRTUAL_ENV", "CONDA_PREFIX" }) {
        const char *environment = environmentVariable(variable);
        const std::string python = std::string(environment ? environment : "") + "/bin/python";
        if (environment && *environment != '\0' && canBeRun(python))
            return python;
    }
    return findProgram("python3");
}

} // namespace rooflight
