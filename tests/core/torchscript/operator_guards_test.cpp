// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/operator_guards.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <ATen/ATen.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/jit/runtime/operator.h>
#include <torch/library.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace rooflight;

Q_DECLARE_METATYPE(std::function<void()>)

namespace {

void returnInput(const c10::OperatorHandle &operation, torch::jit::Stack *stack)
{
    const std::size_t count = operation.schema().arguments().size();
    const at::Tensor input = (*stack)[stack->size() - count].toTensor();
    torch::jit::drop(*stack, count);
    for (std::size_t i = 0; i < operation.schema().returns().size(); ++i)
        stack->emplace_back(input);
}

/// torchvision's operators as they are declared; where it is not there, they return what they are given.
torch::Library declaredBoxes()
{
    torch::Library library(torch::Library::FRAGMENT, "torchvision", std::nullopt, __FILE__, __LINE__);
    const std::string boxes = "(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, "
                              "SymInt pooled_width";
    for (const std::string &schema :
         { "roi_align" + boxes + ", int sampling_ratio, bool aligned) -> Tensor",
           "roi_pool" + boxes + ") -> (Tensor, Tensor)",
           "ps_roi_align" + boxes + ", int sampling_ratio) -> (Tensor, Tensor)",
           "ps_roi_pool" + boxes + ") -> (Tensor, Tensor)",
           std::string("deform_conv2d(Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias, "
                       "SymInt stride_h, SymInt stride_w, SymInt pad_h, SymInt pad_w, SymInt dilation_h, "
                       "SymInt dilation_w, SymInt groups, SymInt offset_groups, bool use_mask) -> Tensor") })
        library.def(schema.c_str());
    for (const char *const name : { "roi_align", "roi_pool", "ps_roi_align", "ps_roi_pool", "deform_conv2d" })
        library.impl(name, c10::DispatchKey::CPU, torch::CppFunction::makeFromBoxedFunction<&returnInput>());
    return library;
}

void callBoxes(const char *name, const at::Tensor &box, double scale, std::int64_t height, std::int64_t ratio = 2)
{
    const auto operation = c10::Dispatcher::singleton().findSchemaOrThrow(name, "");
    torch::jit::Stack stack { at::ones({ 1, 4, 8, 8 }), box, scale, height, std::int64_t { 2 }, ratio, false };
    stack.resize(operation.schema().arguments().size());
    operation.callBoxed(stack);
}

void callDeformed(double offset, std::int64_t stride)
{
    const auto operation = c10::Dispatcher::singleton().findSchemaOrThrow("torchvision::deform_conv2d", "");
    const std::int64_t one = 1;
    const std::int64_t none = 0;
    torch::jit::Stack stack { at::ones({ 1, 4, 8, 8 }),
                              at::ones({ 4, 4, 3, 3 }),
                              at::full({ 1, 6, 6, 18 }, offset).permute({ 0, 3, 1, 2 }),
                              at::ones({ 1, 9, 6, 6 }),
                              at::ones({ 4 }),
                              stride,
                              one,
                              none,
                              none,
                              one,
                              one,
                              one,
                              one,
                              true };
    operation.callBoxed(stack);
}

} // namespace

/// Calls that would read beyond their tensors. Without the guards most of them end in a signal, some of them only if
/// memory ends at a page.
class OperatorGuardsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        static const torch::Library declared = declaredBoxes();
        guardOperators();
        guardOperators();
    }

    void refusesWhatDoesNotFit_data()
    {
        using at::ones;
        QTest::addColumn<std::function<void()>>("call");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, std::function<void()> call, const char *reason) {
            QTest::newRow(name) << std::move(call) << QString::fromUtf8(reason);
        };
        row(
            "few weights",
            [] {
                at::native_batch_norm(ones({ 2, 64, 3 }), ones({ 4 }), {}, ones({ 64 }), ones({ 64 }), false, 0.1,
                                      1e-5);
            },
            "the weight of a batch normalization has one value a channel");
        row(
            "few means",
            [] {
                at::_native_batch_norm_legit_no_training(ones({ 2, 64, 3 }), {}, {}, ones({ 4 }), ones({ 64 }), 0.1,
                                                         1e-5);
            },
            "the running_mean of a batch normalization has one value a channel");
        row(
            "no statistics",
            [] {
                at::_native_batch_norm_legit(ones({ 5, 17, 3 }), {}, ones({ 4 }), true, 0.5, 1.0);
            },
            "the bias of a batch normalization has one value a channel");
        row(
            "few magnitudes",
            [] {
                at::_weight_norm(ones({ 4096, 2 }), ones({ 0, 2 }), 0);
            },
            "a weight has one magnitude a slice");
        row(
            "other factors",
            [] {
                at::_upsample_bilinear2d_aa(ones({ 1, 1, 2, 3 }), { 3, 4 }, false, {}, 0.5);
            },
            "the output is as large as scales_w makes it");
        row(
            "no sizes",
            [] {
                at::_adaptive_avg_pool2d(ones({ 1, 1, 3, 3 }), at::IntArrayRef());
            },
            "a pooling to a size has one for each dimension of an image");
        row(
            "far dimension",
            [] {
                at::_fft_c2c(ones({ 2, 2 }, at::kComplexFloat), { -8589934592 }, 0, true);
            },
            "a Fourier transform is along dimensions of its input");
        row(
            "no layers",
            [] {
                at::lstm(ones({ 2, 1, 4 }), { ones({ 0, 1, 4 }), ones({ 0, 1, 4 }) }, at::TensorList(), false, 0, 0,
                         false, false, false);
            },
            "a recurrent layer has one layer or more");
        row(
            "groups beyond the rows",
            [] {
                at::_grouped_mm(ones({ 8, 16 }).to(at::kBFloat16), ones({ 2, 16, 8 }).to(at::kBFloat16),
                                at::tensor({ 4, 1000 }, at::kInt));
            },
            "groups end one after the other, within the rows");
        row(
            "more groups than matrices",
            [] {
                at::_grouped_mm(ones({ 8, 16 }).to(at::kBFloat16), ones({ 2, 16, 8 }).to(at::kBFloat16),
                                at::tensor({ 4, 6, 8 }, at::kInt));
            },
            "a grouped product has the end of each group as a 32-bit integer");
        const auto padded = [](std::vector<std::int64_t> counts) {
            return [counts] { at::_pad_packed_sequence(ones({ 6, 2 }), at::tensor(counts, at::kLong), true, 0, 0); };
        };
        const char *goDown = "the counts of packed sequences go down, and are as many as their rows";
        row("sequences that come back", padded({ 1, 2, 1 }), goDown);
        row("sequences that come back in the end", padded({ 2, 1, 1, 2 }), goDown);
        row("a step without a sequence", padded({ 3, 0 }), goDown);
        row("fewer than none", padded({ 3, -4 }), goDown);
        row("more sequences than rows", padded({ 4611686018427387904 }), goDown);
        row("more steps than rows", padded({ 3, 3, 1 }), goDown);
        row("no steps", padded({}), "packed sequences have a count of sequences for each step");
        row(
            "a count in two dimensions",
            [] {
                at::_pad_packed_sequence(ones({ 6, 2 }), ones({ 2, 1 }, at::kLong), true, 0, 0);
            },
            "packed sequences have a count of sequences for each step");
        row(
            "a count of another type",
            [] {
                at::_pad_packed_sequence(ones({ 6, 2 }), ones({ 2 }, at::kInt), true, 0, 0);
            },
            "packed sequences have a count of sequences for each step");
        constexpr auto least = std::numeric_limits<std::int64_t>::min();
        row(
            "no quotient",
            [] {
                at::div(at::tensor({ 1L, least }).view({ 2, 1 }), at::tensor({ 3L, -1L }), "trunc");
            },
            "a quotient is not an integer of its type");
        row(
            "no quotient by a number",
            [] { at::full({ 3 }, std::numeric_limits<std::int32_t>::min(), at::kInt).div_(-1, "trunc"); },
            "a quotient is not an integer of its type");
        const auto indices = [](std::size_t count) {
            c10::List<std::optional<at::Tensor>> list;
            for (std::size_t i = 0; i < count; ++i)
                list.push_back(at::zeros({ 2 }, at::kLong));
            return list;
        };
        row(
            "more indices than dimensions",
            [=] {
                at::_unsafe_masked_index(at::ones({ 3, 0 }), at::ones({ 2 }, at::kBool), indices(4), 0);
            },
            "a tensor has one index a dimension at most");
        row(
            "more indices than dimensions to add to",
            [=] {
                at::_unsafe_masked_index_put_accumulate(at::ones({ 3 }), at::ones({ 2 }, at::kBool), indices(2),
                                                        at::ones({ 2 }));
            },
            "a tensor has one index a dimension at most");
        row(
            "a fraction for a step", [] { at::range(-1, 0.5, 0.5, at::kChar); }, "whole numbers go by a whole step");
        row(
            "a step that overflows", [] { at::range(0, least, -1, at::kLong); }, "whole numbers go by a whole step");
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        constexpr double infinite = std::numeric_limits<double>::infinity();
        const auto box = [](double image, double corner) {
            return at::tensor({ image, 1.0, 1.0, 4.0, corner }).view({ 1, 5 });
        };
        for (const char *const name : { "torchvision::roi_align", "torchvision::roi_pool", "torchvision::ps_roi_align",
                                        "torchvision::ps_roi_pool" }) {
            const auto boxes = [&row, name](const char *what, auto call, const char *reason) {
                row((std::string(name) + ": " + what).c_str(), std::move(call), reason);
            };
            boxes(
                "image that is not there", [=] { callBoxes(name, box(1, 4), 1, 2); }, "a box is of one of the images");
            boxes(
                "no image", [=] { callBoxes(name, box(nan, 4), 1, 2); }, "a box is of one of the images");
            boxes(
                "no corner", [=] { callBoxes(name, box(0, nan), 1, 2); }, "a box is of one of the images");
            boxes(
                "far corner", [=] { callBoxes(name, box(0, infinite), 1, 2); },
                "a box is no larger than an image can be");
            boxes(
                "no scale", [=] { callBoxes(name, box(0, 4), nan, 2); }, "a box is no larger than an image can be");
            boxes(
                "nothing to pool to", [=] { callBoxes(name, box(0, 4), 1, 0); },
                "boxes are pooled to one value or more");
        }
        row(
            "more points than can be counted", [=] { callBoxes("torchvision::roi_align", box(0, 4), 1, 2, 1 << 20); },
            "a box is no larger than an image can be");
        row(
            "no offset", [=] { callDeformed(nan, 1); }, "an offset of a deformable convolution is a number");
        row(
            "no stride", [] { callDeformed(0, 0); }, "the stride_h of a deformable convolution is one or more");
        row(
            "flat weight",
            [] {
                const auto pack = c10::Dispatcher::singleton().findSchemaOrThrow("quantized::linear_prepack_fp16", "");
                torch::jit::Stack stack { ones({ 3 }), c10::IValue() };
                pack.callBoxed(stack);
            },
            "the weight of a linear layer has two dimensions");
    }

    void refusesWhatDoesNotFit()
    {
        QFETCH(std::function<void()>, call);
        QFETCH(QString, reason);
        const c10::InferenceMode inference;
        try {
            call();
        } catch (const c10::Error &error) {
            QCOMPARE(QString::fromUtf8(error.what_without_backtrace()), reason);
            return;
        }
        QFAIL("it ran");
    }

    void changesNothingElse()
    {
        const c10::InferenceMode inference;
        const at::Tensor box = at::tensor({ 0.0, 1.0, -3.0, 4000.0, 3000.0 }).view({ 1, 5 });
        callBoxes("torchvision::roi_align", box, 0.25, 7, 0);
        callBoxes("torchvision::roi_pool", box, 1, 7);
        callBoxes("torchvision::ps_roi_align", box.slice(0, 0, 0), 1, 1);
        callDeformed(0.5, 1);
        callDeformed(std::numeric_limits<double>::infinity(), 2);
        const at::Tensor input = at::arange(24.0).reshape({ 2, 3, 2, 2 });
        const at::Tensor mean = at::arange(3.0);
        const auto [output, savedMean, savedFactor] =
            at::_native_batch_norm_legit_no_training(input, {}, {}, mean, at::ones({ 3 }), 0.1, 0.0);
        QVERIFY(at::allclose(output, input - mean.view({ 1, 3, 1, 1 })));
        QVERIFY(
            at::allclose(at::_weight_norm(at::full({ 2, 4 }, 3.0), at::ones({ 2, 1 }), 0), at::full({ 2, 4 }, 0.5)));
        QVERIFY(at::allclose(at::_upsample_bilinear2d_aa(input, { 1, 1 }, false, 0.5, 0.5).flatten(),
                             input.mean(at::IntArrayRef { 2, 3 }).flatten()));
        c10::List<std::optional<at::Tensor>> index;
        index.push_back(at::tensor({ 1L, 0L }));
        QVERIFY(at::_unsafe_masked_index(at::tensor({ 3L, 4L }), at::tensor({ 1L, 0L }).to(at::kBool), index, 7)
                    .equal(at::tensor({ 4L, 7L })));
        // Two sequences, of three and of one.
        const auto [sequences, lengths] =
            at::_pad_packed_sequence(at::arange(4.0).view({ 4, 1 }), at::tensor({ 2L, 1L, 1L }), true, -1, 4);
        QVERIFY(sequences.flatten().equal(at::tensor({ 0.0F, 2.0F, 3.0F, -1.0F, 1.0F, -1.0F, -1.0F, -1.0F })));
        QVERIFY(lengths.equal(at::tensor({ 3L, 1L })));
        QVERIFY(at::range(1, 5, 2, at::kLong).equal(at::tensor({ 1L, 3L, 5L })));
        QVERIFY(at::range(0, 1, 0.5).equal(at::tensor({ 0.0F, 0.5F, 1.0F })));
        QVERIFY(at::div(at::tensor({ -7L, 7L }), -2, "trunc").equal(at::tensor({ 3L, -3L })));
        QVERIFY(at::div(at::tensor({ -7.0, 7.0 }), -2, "trunc").equal(at::tensor({ 3.0, -3.0 })));
        QVERIFY(at::allclose(at::_adaptive_avg_pool2d(input, { 1, 1 }).flatten(),
                             input.mean(at::IntArrayRef { 2, 3 }).flatten()));
    }
};

ROOFLIGHT_TEST(OperatorGuardsTest)
#include "operator_guards_test.moc"
