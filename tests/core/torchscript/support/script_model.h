// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/request/input_spec.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/profile/analyzer.h"

#include <torch/csrc/jit/api/module.h>

#include <QTemporaryDir>

#include <string>
#include <vector>

/// A small model written in TorchScript, saved to a file and loaded again as a user's would be.
class ScriptModel
{
public:
    /// \p source holds forward() and other methods; \p children are called by their name.
    explicit ScriptModel(const std::string &source,
                         const std::vector<std::pair<std::string, torch::jit::Module>> &children = {});

    [[nodiscard]] std::string path() const { return m_folder.filePath(QStringLiteral("model.pt")).toStdString(); }
    [[nodiscard]] rooflight::LoadedModel load(rooflight::Executor executor) const;
    [[nodiscard]] rooflight::ModelInputs inputs(rooflight::LoadedModel &model,
                                                const std::vector<std::string> &specs) const;
    [[nodiscard]] rooflight::Analysis analyze(const std::vector<std::string> &specs,
                                              rooflight::Convention convention = rooflight::Convention::Fma2) const;

private:
    QTemporaryDir m_folder;
};

/// What is found in the model of a file, with inputs as they are given on the command line.
[[nodiscard]] rooflight::Analysis analysisOf(const std::string &path, const std::vector<std::string> &specs,
                                             rooflight::Convention convention = rooflight::Convention::Fma2);

/// A module with one method or more, not saved to a file; \p parameters by name.
[[nodiscard]] torch::jit::Module
scriptedModule(const std::string &source, const std::vector<std::pair<std::string, rooflight::Shape>> &parameters);

/// A module class of its own with one weight, "weight", and the given forward().
[[nodiscard]] torch::jit::Module childModule(const std::string &className, const std::vector<std::int64_t> &weightShape,
                                             const std::string &source);
