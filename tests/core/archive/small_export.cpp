// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/archive/small_export.h"

#include <stdexcept>

namespace rooflight::test {

namespace {

constexpr std::string_view programText = R"json({
"schema_version": {"major": 8, "minor": 17}, "torch_version": "2.11.0", "opset_version": {"aten": 10},
"range_constraints": {"s77": {"min_val": 1, "max_val": 64}},
"graph_module": {
 "graph": {
  "inputs": [{"as_tensor": {"name": "p_fc_weight"}}, {"as_tensor": {"name": "p_fc_bias"}}, {"as_tensor": {"name": "x"}}],
  "outputs": [{"as_tensor": {"name": "relu"}}],
  "nodes": [
   {"target": "torch.ops.aten.linear.default", "inputs": [
     {"name": "input", "arg": {"as_tensor": {"name": "x"}}, "kind": 1},
     {"name": "weight", "arg": {"as_tensor": {"name": "p_fc_weight"}}, "kind": 1},
     {"name": "bias", "arg": {"as_tensor": {"name": "p_fc_bias"}}, "kind": 1}],
    "outputs": [{"as_tensor": {"name": "linear"}}],
    "metadata": {"nn_module_stack": "L__self__,,my.Net;L__self__fc,fc,torch.nn.modules.linear.Linear"}},
   {"target": "torch.ops.aten.relu.default", "inputs": [
     {"name": "self", "arg": {"as_tensor": {"name": "linear"}}, "kind": 1}],
    "outputs": [{"as_tensor": {"name": "relu"}}], "metadata": {"nn_module_stack": "L__self__,,my.Net"}}],
  "tensor_values": {
   "x": {"dtype": 7, "sizes": [
     {"as_expr": {"expr_str": "Symbol('s77', positive=True, integer=True)", "hint": {"as_int": 4}}}, {"as_int": 3}],
    "strides": [{"as_int": 3}, {"as_int": 1}], "storage_offset": {"as_int": 0}, "layout": 7}},
  "sym_int_values": {}, "sym_bool_values": {}},
 "signature": {
  "input_specs": [
   {"parameter": {"arg": {"name": "p_fc_weight"}, "parameter_name": "fc.weight"}},
   {"parameter": {"arg": {"name": "p_fc_bias"}, "parameter_name": "fc.bias"}},
   {"user_input": {"arg": {"as_tensor": {"name": "x"}}}}],
  "output_specs": [{"user_output": {"arg": {"as_tensor": {"name": "relu"}}}}]},
 "module_call_graph": [{"fqn": "", "signature": {
   "inputs": [], "outputs": [], "forward_arg_names": ["x"],
   "in_spec": "[1, {\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": \"builtins.tuple\", \"context\": \"null\", \"children_spec\": [{\"type\": null, \"context\": null, \"children_spec\": []}]}, {\"type\": \"builtins.dict\", \"context\": \"[]\", \"children_spec\": []}]}]",
   "out_spec": "[1, {\"type\": null, \"context\": null, \"children_spec\": []}]"}}]}})json";

constexpr std::string_view weightsText = R"json({"config": {
"fc.weight": {"path_name": "weight_0", "is_param": true, "use_pickle": false, "tensor_meta": {"dtype": 7,
 "sizes": [{"as_int": 2}, {"as_int": 3}], "strides": [{"as_int": 3}, {"as_int": 1}], "storage_offset": {"as_int": 0},
 "layout": 7}},
"fc.bias": {"path_name": "weight_1", "is_param": true, "use_pickle": false, "tensor_meta": {"dtype": 7,
 "sizes": [{"as_int": 2}], "strides": [{"as_int": 1}], "storage_offset": {"as_int": 0}, "layout": 7}}}})json";

} // namespace

Records smallExport()
{
    return { { "net/archive_format", "pt2" },
             { "net/data/constants/model_constants_config.json", "{\"config\": {}}" },
             { "net/data/sample_inputs/model.pt", "" },
             { "net/data/weights/model_weights_config.json", std::string(weightsText) },
             { "net/data/weights/weight_0", std::string(24, '\0') },
             { "net/data/weights/weight_1", std::string(8, '\0') },
             { "net/models/model.json", std::string(programText) } };
}

Records withProgramText(Records records, std::string_view from, std::string_view to)
{
    std::string &text = records.at("net/models/model.json");
    const std::size_t place = text.find(from);
    if (place == std::string::npos)
        throw std::invalid_argument("no such text in the program: " + std::string(from));
    text.replace(place, from.size(), to);
    return records;
}

} // namespace rooflight::test
