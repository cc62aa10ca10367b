// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "script_model.h"

#include <ATen/ATen.h>
#include <torch/csrc/jit/frontend/resolver.h>
#include <torch/csrc/jit/frontend/sugared_value.h>

#include <stdexcept>

using namespace rooflight;

namespace {

/// Lets a source call operators of a library by its name, as files do behind "ops.".
struct LibraryResolver : torch::jit::Resolver {
    std::shared_ptr<torch::jit::SugaredValue> resolveValue(const std::string &name, torch::jit::GraphFunction &,
                                                           const torch::jit::SourceRange &) override
    {
        if (name == "fork")
            return torch::jit::SpecialFormValue::create(c10::prim::fork);
        return std::make_shared<torch::jit::BuiltinModule>(name == "torch" ? "aten" : name);
    }
};

} // namespace

torch::jit::Module scriptedModule(const std::string &source,
                                  const std::vector<std::pair<std::string, Shape>> &parameters)
{
    torch::jit::Module module("__torch__.test.Scripted");
    for (const auto &[name, shape] : parameters)
        module.register_parameter(name, at::zeros(shape), /*is_buffer=*/false);
    module.define(source, std::make_shared<LibraryResolver>());
    return module;
}

torch::jit::Module childModule(const std::string &className, const std::vector<std::int64_t> &weightShape,
                               const std::string &source)
{
    torch::jit::Module module("__torch__.test." + className);
    module.register_parameter("weight", at::randn(weightShape), /*is_buffer=*/false);
    module.define(source, std::make_shared<LibraryResolver>());
    return module;
}

ScriptModel::ScriptModel(const std::string &source,
                         const std::vector<std::pair<std::string, torch::jit::Module>> &children)
{
    torch::jit::Module root("__torch__.test.Root");
    root.register_attribute("training", c10::BoolType::get(), false);
    for (const auto &[name, child] : children)
        root.register_module(name, child);
    root.define(source, std::make_shared<LibraryResolver>());
    root.save(path());
}

namespace {

LoadedModel loaded(const std::string &path, Executor executor)
{
    Result<LoadedModel> model = LoadedModel::load(path, "cpu", executor);
    if (!model.ok())
        throw std::runtime_error(model.error().text);
    return std::move(model).value();
}

ModelInputs inputsOf(LoadedModel &model, const std::vector<std::string> &specs)
{
    std::vector<InputSpec> parsed;
    parsed.reserve(specs.size());
    for (const std::string &spec : specs)
        parsed.push_back(parseInputSpec(spec).value());
    Result<ModelInputs> inputs = makeModelInputs(model, parsed, 0);
    if (!inputs.ok())
        throw std::runtime_error(inputs.error().text);
    return std::move(inputs).value();
}

} // namespace

LoadedModel ScriptModel::load(Executor executor) const
{
    return loaded(path(), executor);
}

ModelInputs ScriptModel::inputs(LoadedModel &model, const std::vector<std::string> &specs) const
{
    return inputsOf(model, specs);
}

Analysis ScriptModel::analyze(const std::vector<std::string> &specs, Convention convention) const
{
    return analysisOf(path(), specs, convention);
}

Analysis analysisOf(const std::string &path, const std::vector<std::string> &specs, Convention convention)
{
    LoadedModel model = loaded(path, Executor::Unoptimized);
    const ModelInputs made = inputsOf(model, specs);
    const CostModel costs;
    OperatorCatalog operators(costs);
    Result<Analysis> analysis = rooflight::analyze(model, made, {}, {}, operators, convention);
    if (!analysis.ok())
        throw std::runtime_error(analysis.error().text);
    return std::move(analysis).value();
}
