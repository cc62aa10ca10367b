// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/size_expression.h"
#include "core/archive/export/size_guard.h"
#include "core/base/result.h"
#include "core/model/tensor_info.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rooflight {

/// How nested arguments or results are laid out: torch.utils._pytree as treespec_dumps() writes it.
struct TreeSpec {
    enum class Kind : std::uint8_t {
        Leaf,
        Sequence, ///< a list or tuple
        Dict, ///< keys; also objects with named fields
    };

    Kind kind = Kind::Leaf;
    bool isList = false; ///< of a sequence: a list, not a tuple
    std::string type; ///< Python's name of it, for example "builtins.dict"
    std::vector<std::string> keys; ///< of a Dict, one a child
    std::vector<TreeSpec> children;

    /// Leaves in it, itself included.
    [[nodiscard]] std::size_t leaves() const;

    /// Errors (without a file name): not such a text, or nested deeper than 100.
    [[nodiscard]] static Result<TreeSpec> parse(std::string_view text);
};

/// What an argument or a result of a node is.
enum class ExportType : std::uint8_t {
    None,
    Tensor, ///< text: name of a value
    Int, ///< integer, or text: name of a value
    Float, ///< real, or text: name of a value
    Bool, ///< integer, or text: name of a value
    String, ///< text
    ScalarType, ///< integer: the file's own numbers, see dtypeOfExport()
    MemoryFormat, ///< integer: the file's own numbers
    Layout, ///< integer: the file's own numbers
    Device, ///< text: type; integer: index, or -1
    Complex, ///< real, imaginary
    Graph, ///< graph
    Object, ///< text: name of a value; a custom class
    Operator, ///< text: target
    List, ///< items, of which \c elements says the type, also if there are none
    Dict, ///< keys, items
};

struct ExportGraph;

struct ExportValue {
    ExportType type = ExportType::None;
    ExportType elements = ExportType::None; ///< of a list
    bool named = false; ///< text names a value of the graph
    std::int64_t integer = 0;
    double real = 0;
    double imaginary = 0;
    std::string text = {};
    std::vector<ExportValue> items = {};
    std::vector<std::string> keys = {};
    std::shared_ptr<ExportGraph> graph = {};
};

/// A tensor by its sizes, some of which may be symbols.
struct ExportTensor {
    DType dtype = DType::Unknown;
    std::vector<SizeExpression> sizes;
    std::vector<SizeExpression> strides;
    SizeExpression offset;
    std::string device; ///< its type: "cpu", "cuda", "meta"
    bool strided = true; ///< false: sparse or opaque
    bool requiresGradient = false; ///< LibTorch chooses operators by it, without computing gradients, too
};

struct ExportNode {
    struct Input {
        std::string name; ///< of the operator's argument; empty for operators of higher order
        ExportValue value;
    };
    struct Module {
        std::string call; ///< distinguishes calls of one module: "L__self___act" and "L__self___act@1"
        std::string path; ///< dotted; empty for the model itself
        std::string type; ///< qualified name of its class

        bool operator==(const Module &) const = default;
    };

    std::string target; ///< "torch.ops.aten.add.Tensor", "_operator.mul"
    std::vector<Input> inputs;
    std::vector<ExportValue> outputs;
    std::vector<Module> stack; ///< modules that were being called, the model first
    std::string name = {}; ///< in the graph that PyTorch shows; in a graph that a node holds, that of this node
};

struct ExportGraph {
    std::vector<ExportValue> inputs;
    std::vector<ExportValue> outputs;
    std::vector<ExportNode> nodes;
    std::unordered_map<std::string, ExportTensor> tensors; ///< by name of the value
    std::unordered_map<std::string, SizeExpression> sizes; ///< whole numbers, by name of the value
};

struct ExportInput {
    enum class Kind : std::uint8_t { User, Parameter, Buffer, Tensor, Object, Token, Constant };

    Kind kind = Kind::User;
    std::string name = {}; ///< of the value in the graph
    std::string target = {}; ///< dotted name of the parameter, buffer or constant
    ExportValue value = {}; ///< User: its type; Constant: the value
};

struct ExportOutput {
    enum class Kind : std::uint8_t { User, Buffer, UserInput, Parameter, Other };

    Kind kind = Kind::User;
    ExportValue value;
    std::string target; ///< buffer, parameter or input that gets the value
};

/// Where the data of a parameter, buffer or constant lies in the archive.
struct ExportWeight {
    std::string name; ///< dotted
    std::string record = {}; ///< of the archive; several names may share one
    bool isParameter = false;
    bool pickled = false; ///< an object of Python or of a custom class, not plain data
    bool hasTensor = false;
    ExportTensor tensor = {};
    bool leftOut = false; ///< its record has no bytes, and says nothing of what shares memory
};

/// A size that is left open.
struct ExportRange {
    std::optional<std::int64_t> minimum;
    std::optional<std::int64_t> maximum;
};

/// What torch.export.save() wrote, read and checked but not run.
struct ExportedProgram {
    std::string modelName; ///< "model" unless several are packed together
    std::string torchVersion;
    ExportGraph graph;
    std::vector<ExportInput> inputs; ///< one an input of the graph
    std::vector<ExportOutput> outputs; ///< one an output of the graph
    std::map<std::string, ExportRange> ranges; ///< by symbol
    std::vector<ExportWeight> weights; ///< parameters and persistent buffers
    std::vector<ExportWeight> constants; ///< other buffers, tensor constants, objects
    TreeSpec inputTree; ///< ((positional...), {named...}); its leaves are the user inputs
    TreeSpec outputTree;
    std::vector<std::string> argumentNames; ///< of forward(); may be fewer than its arguments
    std::vector<SizeGuard> guards; ///< those that are understood
};

/// Element type for the numbers that the file has; DType::Unknown for others.
[[nodiscard]] DType dtypeOfExport(std::int64_t number);

} // namespace rooflight
