// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/support/test_program.h"

#include <ATen/ATen.h>

#include <QTemporaryDir>
#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

/// Packages of AOTInductor. Their library: tests/data/compiled_model.
class CompiledModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsAsOneOperator();
    void inputsHaveToBeGiven();
    void isOfOneDevice();
    void otherLibrariesAreNoModels();

private:
    [[nodiscard]] std::string package(const char *device, const std::string &library)
    {
        // A path names one file for as long as a process runs.
        const std::string path = m_folder.filePath(QString("net%1.pt2").arg(++m_packages)).toStdString();
        const std::string folder = "net/data/aotinductor/model/";
        writeArchive(
            path,
            { { "net/archive_format", "pt2" },
              { folder + "net.wrapper.so", readFile(library) },
              { folder + "net.wrapper_metadata.json", std::string(R"({"AOTI_DEVICE_KEY": ")") + device + "\"}" } });
        return path;
    }

    QTemporaryDir m_folder;
    int m_packages = 0;
};

void CompiledModelTest::runsAsOneOperator()
{
    Result<LoadedModel> model =
        LoadedModel::load(package("cpu", ROOFLIGHT_COMPILED_MODEL), "cpu", Executor::Unoptimized);
    QVERIFY2(model.ok(), model.ok() ? "" : model.error().text.c_str());
    const auto results = model.value().run({ at::full({ 2, 3 }, 5.0F), at::full({ 4 }, 7.0F) }).toTensorList();
    QCOMPARE(results.size(), std::size_t { 1 });
    const at::Tensor result = results[0];
    QVERIFY(result.sizes() == at::IntArrayRef({ 2, 3 }));
    QCOMPARE(result[0][0].item<float>(), 12.0F);
    QCOMPARE(result[1][2].item<float>(), 5.0F);
}

void CompiledModelTest::inputsHaveToBeGiven()
{
    LoadedModel model =
        LoadedModel::load(package("cpu", ROOFLIGHT_COMPILED_MODEL), "cpu", Executor::Unoptimized).value();
    const std::vector<InputSpec> specs { parseInputSpec("2x3").value(), parseInputSpec("4").value() };
    QCOMPARE(makeModelInputs(model, specs, 0).value().values.size(), std::size_t { 2 });
    const Result<ModelInputs> inputs = makeModelInputs(model, {}, 0);
    QVERIFY(!inputs.ok());
    QVERIFY2(inputs.error().text.find("takes input0 (Tensor)") != std::string::npos, inputs.error().text.c_str());
}

void CompiledModelTest::isOfOneDevice()
{
    const Result<LoadedModel> model =
        LoadedModel::load(package("cuda", ROOFLIGHT_COMPILED_MODEL), "cpu", Executor::Unoptimized);
    QVERIFY(!model.ok());
    QVERIFY2(model.error().text.find("was compiled for a CUDA device") != std::string::npos,
             model.error().text.c_str());
    const Result<LoadedModel> other =
        LoadedModel::load(package("xpu", ROOFLIGHT_COMPILED_MODEL), "cpu", Executor::Unoptimized);
    QVERIFY(!other.ok());
    QVERIFY2(other.error().text.find("was compiled for the device \"xpu\"") != std::string::npos,
             other.error().text.c_str());
}

void CompiledModelTest::otherLibrariesAreNoModels()
{
    const QString other = m_folder.filePath("other");
    writeFile(other.toStdString(), "no library");
    const Result<LoadedModel> model =
        LoadedModel::load(package("cpu", other.toStdString()), "cpu", Executor::Unoptimized);
    QVERIFY(!model.ok());
    QVERIFY(model.error().text.find(".pt2") != std::string::npos && !model.error().hint.empty());
}

ROOFLIGHT_TEST(CompiledModelTest)
#include "compiled_model_test.moc"
