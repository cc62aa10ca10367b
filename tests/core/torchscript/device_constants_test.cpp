// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/device_constants.h"
#include "core/torchscript/load/loaded_model.h"
#include "support/script_model.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <torch/csrc/jit/passes/inliner.h>
#include <torch/csrc/jit/serialization/import.h>

using namespace rooflight;

class DeviceConstantsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namedDeviceBecomesThatOfTheModel();
    void eachMethodIsLookedThrough();
    void comparisonsAndOwnDeviceStay_data();
    void comparisonsAndOwnDeviceStay();
};

namespace {

void addDevices(torch::jit::Block *block, std::vector<std::string> &devices)
{
    for (torch::jit::Node *node : block->nodes()) {
        if (node->kind() == torch::jit::prim::Constant && node->output()->type()->kind() == c10::DeviceObjType::Kind)
            devices.push_back(node->s(torch::jit::attr::value));
        for (torch::jit::Block *inner : node->blocks())
            addDevices(inner, devices);
    }
}

/// Devices that the code of forward() names, with all that it calls.
std::vector<std::string> devicesOf(const torch::jit::Module &module)
{
    const auto graph = module.get_method("forward").graph()->copy();
    torch::jit::Inline(*graph);
    std::vector<std::string> devices;
    addDevices(graph->block(), devices);
    return devices;
}

} // namespace

/// As of a trace that was made on a GPU and is opened on a machine without one.
void DeviceConstantsTest::namedDeviceBecomesThatOfTheModel()
{
    const ScriptModel script("def forward(self, x):\n"
                             "    a = torch.arange(3, device=torch.device('cuda:0'))\n"
                             "    return x + a + torch.ones([3], device=torch.device('cuda:0'))\n");
    LoadedModel model = script.load(Executor::Unoptimized);
    const std::string &said = model.movedDevices().text;
    QVERIFY2(said.starts_with(script.path() + " names another device than the one it was loaded on (\"cuda:0 in code/"),
             said.c_str());
    QVERIFY2(said.find(".py, line ") != std::string::npos, said.c_str());
    QVERIFY2(said.ends_with(" and 1 more): all were set to cpu."), said.c_str());
    const at::Tensor result = model.run({ at::zeros({ 3 }) }).toTensor();
    QVERIFY(result.equal(at::tensor({ 1.F, 2.F, 3.F })));
}

void DeviceConstantsTest::eachMethodIsLookedThrough()
{
    const std::string source = "def forward(self, x):\n"
                               "    if x.size(0) > 2:\n"
                               "        x = x.to(torch.device('cpu'))\n"
                               "    return x\n";
    const ScriptModel script("def forward(self, x):\n    return self.inner.forward(x)\n",
                             { { "inner", childModule("Inner", { 1 }, source) } });
    const torch::jit::Module module = torch::jit::load(script.path());
    const MovedConstants moved = moveDeviceConstants(module, c10::Device(c10::kCUDA, 1));
    QCOMPARE(moved.places, 1);
    QVERIFY2(moved.first.starts_with("cpu in "), moved.first.c_str());
    QCOMPARE(devicesOf(module), std::vector<std::string> { "cuda:1" });
}

void DeviceConstantsTest::comparisonsAndOwnDeviceStay_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("compared") << "return x if x.device == torch.device('cuda:0') else x + 1";
    QTest::newRow("own") << "return x.to(torch.device('cpu'))";
    QTest::newRow("meta") << "return x + torch.ones([1], device=torch.device('meta')).size(0)";
}

void DeviceConstantsTest::comparisonsAndOwnDeviceStay()
{
    QFETCH(QString, line);
    const ScriptModel script("def forward(self, x):\n    " + line.toStdString() + "\n");
    const LoadedModel model = script.load(Executor::Unoptimized);
    QVERIFY(model.movedDevices().empty());
}

ROOFLIGHT_TEST(DeviceConstantsTest)
#include "device_constants_test.moc"
