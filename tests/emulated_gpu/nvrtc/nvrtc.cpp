// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include <nvrtc.h>

#include <cstring>
#include <deque>
#include <string>

/// The compiler of kernels that LibTorch writes while it runs. What it makes is the source itself: the driver takes any
/// image.

struct _nvrtcProgram {
    std::string source;
    std::deque<std::string> names; ///< as asked for, and as given back: they stay where they are
};

extern "C" {

nvrtcResult nvrtcVersion(int *major, int *minor)
{
    *major = 13;
    *minor = 2;
    return NVRTC_SUCCESS;
}

const char *nvrtcGetErrorString(nvrtcResult status)
{
    return status == NVRTC_SUCCESS ? "NVRTC_SUCCESS" : "NVRTC_ERROR_COMPILATION";
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *, int, const char *const *,
                               const char *const *)
{
    *program = new _nvrtcProgram { source, {} };
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    delete *program;
    *program = nullptr;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram, int, const char *const *)
{
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *name)
{
    program->names.emplace_back(name);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *name, const char **lowered)
{
    for (const std::string &known : program->names) {
        if (known == name) {
            *lowered = known.c_str();
            return NVRTC_SUCCESS;
        }
    }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, std::size_t *bytes)
{
    *bytes = program->source.size() + 1;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *image)
{
    std::memcpy(image, program->source.c_str(), program->source.size() + 1);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, std::size_t *bytes)
{
    return nvrtcGetPTXSize(program, bytes);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *image)
{
    return nvrtcGetPTX(program, image);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram, std::size_t *bytes)
{
    *bytes = 1;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram, char *text)
{
    *text = '\0';
    return NVRTC_SUCCESS;
}

} // extern "C"
