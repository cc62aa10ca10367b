// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/exported_program.h"
#include "core/model/error_sentences.h"

#include <c10/core/Device.h>
#include <torch/csrc/jit/ir/ir.h>

#include <exception>
#include <functional>
#include <string>
#include <unordered_map>

namespace rooflight {

/// Thrown inside of this folder, for what an export holds and TorchScript cannot say.
class ExportFailure : public std::exception
{
public:
    /// \p words are in the places of the sentence behind the first, which is the file's.
    explicit ExportFailure(ErrorSentence sentence, std::vector<ComposedText> words = {})
        : m_sentence(sentence)
        , m_words(std::move(words))
    {
    }

    [[nodiscard]] Error errorIn(const std::string &path) const;
    [[nodiscard]] const char *what() const noexcept override { return "an export cannot be run"; }

private:
    ErrorSentence m_sentence;
    std::vector<ComposedText> m_words;
};

/// TorchScript's type of a single value; that of a tensor for what has none.
[[nodiscard]] c10::TypePtr scriptType(ExportType type);

/// The values of a function that is being built, or of a block in it. Nodes are added at the graph's insert point.
class ExportScope
{
public:
    ExportScope(torch::jit::Graph &graph, c10::Device device)
        : m_graph(graph)
        , m_device(device)
    {
    }

    [[nodiscard]] torch::jit::Graph &graph() const { return m_graph; }
    [[nodiscard]] c10::Device device() const { return m_device; }

    void define(const std::string &name, torch::jit::Value *value) { m_values[name] = value; }

    /// Gives the result of an operator the names that a node has for it: a list of tensors is unpacked.
    void define(const ExportValue &output, torch::jit::Value *value);

    /// Throws ExportFailure when there is none.
    [[nodiscard]] torch::jit::Value *named(const std::string &name) const;
    [[nodiscard]] torch::jit::Value *find(const std::string &name) const;

    /// What looks up a name that is not defined, or null: parameters are fetched when they are first used.
    std::function<torch::jit::Value *(const std::string &)> fetch;

    [[nodiscard]] torch::jit::Value *constant(const c10::IValue &value) const;

    /// A value in the type that an operator asks for: numbers are converted, lists made, devices exchanged.
    /// \p length is the fixed length of a list, or 0. A null type takes any. Throws ExportFailure.
    torch::jit::Value *make(const ExportValue &value, const c10::TypePtr &type, int length = 0);

private:
    torch::jit::Value *makeNamed(const ExportValue &value, const c10::TypePtr &type);
    torch::jit::Value *makeList(const ExportValue &value, const c10::TypePtr &type);
    [[nodiscard]] c10::IValue constantOf(const ExportValue &value, const c10::TypePtr &type) const;

    torch::jit::Graph &m_graph;
    c10::Device m_device;
    mutable std::unordered_map<std::string, torch::jit::Value *> m_values;
};

} // namespace rooflight
