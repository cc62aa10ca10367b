// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/tensor_info.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rooflight {

/// What the elements of a made-up tensor are.
struct TensorFill {
    enum class Kind { Default, Normal, Uniform, Range, Arange, Constant, Ascending };

    Kind kind = Kind::Default; ///< Default: normal for floating point, ones for bool, 0..1 for integers
    double low = 0; ///< Range (both ends included), Constant, and Ascending, which goes evenly from one to the other
    double high = 0; ///< Range, Ascending

    bool operator==(const TensorFill &) const = default;
};

/// A tensor to be made, or to be read from a file when \c file is not empty.
struct TensorSpec {
    Shape shape;
    DType dtype = DType::Float32;
    TensorFill fill;
    bool channelsLast = false;
    std::string file;
    bool dtypeGiven = false; ///< false: if the file stores an example of the argument, its type is taken

    /// True for the same tensor, whether or not its type was given.
    bool operator==(const TensorSpec &other) const
    {
        return shape == other.shape && dtype == other.dtype && fill == other.fill && channelsLast == other.channelsLast
            && file == other.file;
    }
};

struct InputEntry;

/// The value of one argument of forward(), before any tensor is made. std::monostate is None.
struct InputValue {
    using List = std::vector<InputValue>;
    using Dict = std::vector<InputEntry>;

    std::variant<std::monostate, TensorSpec, bool, std::int64_t, double, std::string, List, Dict> content;

    bool operator==(const InputValue &other) const;
};

/// One entry of a dict, or one field of a named tuple.
struct InputEntry {
    std::string key;
    InputValue value;

    bool operator==(const InputEntry &) const = default;
};

inline bool InputValue::operator==(const InputValue &other) const
{
    return content == other.content;
}

/// One `--input SPEC`: a value, and the argument it is for when the SPEC names it.
struct InputSpec {
    std::string argument; ///< empty: the next one in order
    InputValue value;

    bool operator==(const InputSpec &) const = default;
};

/// Parses `[NAME:]SHAPE[:DTYPE][:FILL][:channels_last]`, `[NAME:]@tensor.pt`, `[NAME:]none` or `[NAME:]JSON`, as
/// docs/reference/inputs.md describes. Errors: CommandLine, naming the part that is wrong.
[[nodiscard]] Result<InputSpec> parseInputSpec(std::string_view text);

/// The value as a SPEC without a name: what parseInputSpec() reads back as the same.
[[nodiscard]] std::string specText(const InputValue &value);

} // namespace rooflight
