// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/module_tree_builder.h"

#include "core/archive/export/weight_check.h"
#include "core/base/text.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/ATen.h>
#include <caffe2/serialize/inline_container.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace rooflight {

namespace {

/// Records of an archive as tensors of bytes on a device, each read once.
class RecordReader
{
public:
    RecordReader(const std::string &path, c10::Device device)
        : m_reader(path)
        , m_device(device)
    {
    }

    at::Tensor read(const std::string &record)
    {
        at::Tensor &bytes = m_records[record];
        if (!bytes.defined() && m_device.is_meta())
            bytes = at::empty({ static_cast<std::int64_t>(sizeOf(record)) },
                              at::TensorOptions().dtype(at::kByte).device(m_device));
        if (!bytes.defined()) {
            auto [data, size] = m_reader.getRecord(record);
            auto owner = std::make_shared<at::DataPtr>(std::move(data));
            void *const memory = owner->get();
            bytes = at::from_blob(
                memory, { static_cast<std::int64_t>(size) }, [owner](void *) mutable { owner.reset(); },
                at::TensorOptions().dtype(at::kByte));
            bytes = bytes.to(m_device);
        }
        return bytes;
    }

    std::size_t sizeOf(const std::string &record) { return m_reader.getRecordSize(record); }

private:
    caffe2::serialize::PyTorchStreamReader m_reader;
    c10::Device m_device;
    std::map<std::string, at::Tensor> m_records;
};

at::Tensor tensorOf(const ExportWeight &weight, RecordReader &records, c10::Device device)
{
    const WeightPlace place = placeOf(weight.tensor).value(); // checked when the file was read
    const c10::ScalarType type = scalarTypeOf(weight.tensor.dtype);
    const auto options = at::TensorOptions().dtype(type).device(device);
    if (place.elements == 0)
        return at::empty_strided(place.sizes, place.strides, options);
    if (records.sizeOf(weight.record) == 0)
        return at::zeros({ place.reach }, options).as_strided(place.sizes, place.strides, place.offset);
    const at::Tensor bytes = records.read(weight.record);
    const auto itemBytes = static_cast<std::int64_t>(c10::elementSize(type));
    const std::int64_t whole = bytes.numel() / itemBytes * itemBytes;
    return bytes.narrow(0, 0, whole).view(type).as_strided(place.sizes, place.strides, place.offset);
}

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

ExportTensors readTensors(const std::string &path, const ExportedProgram &program, c10::Device device)
{
    RecordReader records(path, device);
    ExportTensors tensors;
    for (const std::vector<ExportWeight> *const group : { &program.weights, &program.constants }) {
        for (const ExportWeight &weight : *group) {
            const at::Tensor tensor = tensorOf(weight, records, device);
            if (weight.tensor.requiresGradient && (tensor.is_floating_point() || tensor.is_complex()))
                tensor.set_requires_grad(true);
            tensors.emplace(weight.name, tensor);
        }
    }
    return tensors;
}

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
