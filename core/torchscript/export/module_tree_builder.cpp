// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/module_tree_builder.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace rooflight {

namespace {

/// "__torch__.torch.nn.modules.conv.Conv2d"; whatever else the file has as a name becomes one that TorchScript takes.
c10::QualifiedName classNameOf(const std::string &type)
{
    std::string name = "__torch__.";
    for (const char character : type.empty() ? std::string("Module") : type) {
        const bool isPart = std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
        if (character == '.' && !name.ends_with('.'))
            name += character;
        else if (character != '.')
            name += isPart ? character : '_';
    }
    if (name.ends_with('.'))
        name += "Module";
    return c10::QualifiedName(name);
}

void addTensors(const ExportedProgram &program, const ExportTensors &tensors, ExportModules &modules)
{
    std::set<std::string_view> buffers;
    for (const ExportInput &input : program.inputs) {
        if (input.kind == ExportInput::Kind::Buffer)
            buffers.insert(input.target);
    }
    for (const std::vector<ExportWeight> *const group : { &program.weights, &program.constants }) {
        for (const ExportWeight &weight : *group) {
            const auto owner = modules.find(ownerOf(weight.name));
            const bool isPart = group == &program.weights || buffers.contains(weight.name);
            if (!isPart || owner == modules.end())
                continue; // constants belong to the code
            owner->second.register_parameter(std::string(lastComponent(weight.name, '.')), tensors.at(weight.name),
                                             !weight.isParameter);
        }
    }
}

} // namespace

ExportModules buildModules(const ExportedProgram &program, const std::vector<ExportModule> &described,
                           const ExportTensors &tensors)
{
    const auto unit = std::make_shared<torch::jit::CompilationUnit>();
    ExportModules modules;
    for (const ExportModule &module : described) {
        torch::jit::Module made(classNameOf(module.type), unit, /*shouldMangle=*/true);
        made.register_attribute("training", c10::BoolType::get(), false);
        modules.emplace(module.path, std::move(made));
    }
    addTensors(program, tensors, modules);
    for (const ExportModule &module : described) {
        if (!module.path.empty())
            modules.at(std::string(ownerOf(module.path)))
                .register_module(std::string(lastComponent(module.path, '.')), modules.at(module.path));
    }
    return modules;
}

} // namespace rooflight
