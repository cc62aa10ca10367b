// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// First, as moc of Qt 6.4 cannot read <compare> before any other standard header.
#include "tests/core/roofline/item_ids.h"
#include "tests/core/roofline/session_builder.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofline/kernel_causes.h"
#include "core/roofline/point.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace rooflight;
using namespace rooflight::test;
using enum UnderutilizedCause;

namespace {

struct Kernel {
    const char *name;
    double ns;
    std::int64_t launches = 1;
    double blocksPerMultiprocessor = 0;
};

/// One operator with its kernels, all of it far below its roofs.
struct Planted {
    const char *what;
    OperatorFamily family;
    const char *name;
    DType dtype;
    std::vector<Shape> inputs;
    Shape output;
    std::vector<Kernel> kernels;
    std::vector<LikelyCause> causes = {}; ///< none: healthy
    Tf32Use tf32 = { true, true };
    const char *elsewhere = ""; ///< kernel of another operator
};

LikelyCause cause(UnderutilizedCause id, double timeNs, double ofNs, CauseForm form = CauseForm::Plain,
                  std::int64_t number = 0)
{
    LikelyCause made(id);
    made.form = form;
    made.number = number;
    made.timeNs = timeNs;
    made.ofNs = ofNs;
    return made;
}

std::int64_t macsOf(const Planted &planted)
{
    if (planted.family == OperatorFamily::Convolution)
        return elementCount(planted.output) * planted.inputs[1][1] * planted.inputs[1][2] * planted.inputs[1][3];
    return planted.family == OperatorFamily::Matrix ? elementCount(planted.output) * planted.inputs[0].back() : 0;
}

/// FP16, BF16, TF32 and FP64 have tensor cores of 2 TFLOP/s.
Session sessionOf(const Planted &planted)
{
    SessionBuilder net;
    Session &session = net.session();
    session.layers.edit().device.kind = "cuda";
    session.layers.edit().tf32 = planted.tf32;
    session.peaks.edit().device.kind = "cuda";
    for (const Precision precision : { Precision::Fp16, Precision::Bf16, Precision::Tf32, Precision::Fp64 })
        session.peaks.edit().roofs.push_back(compute(precision, ArithmeticUnit::Tensor, 2e12));
    const bool isProduct = planted.family == OperatorFamily::Convolution || planted.family == OperatorFamily::Matrix;
    double kernelsNs = 0;
    for (const Kernel &kernel : planted.kernels)
        kernelsNs += kernel.ns;
    net.addOperator(0, planted.family, planted.dtype,
                    { .macs = isProduct ? macsOf(planted) : 0, .reduction = isProduct ? 0 : 1000 }, 4000, kernelsNs);
    for (const Kernel &kernel : planted.kernels)
        net.kernel(kernel.name, kernel.ns, kernel.launches, kernel.blocksPerMultiprocessor);
    Operator &op = session.analysis.edit().operators.front();
    op.name = planted.name;
    op.inputShapes = planted.inputs;
    op.outputShapes = { planted.output };
    if (*planted.elsewhere) {
        net.addOperator(0, OperatorFamily::Activation, DType::Float32, { .comparison = 1 }, 4'000'000, 100'000);
        net.kernel(planted.elsewhere, 100'000);
    }
    return session;
}

constexpr auto hopperConvolution =
    "sm90_xmma_fprop_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize64x64x32_warpgroupsize1x1x1_g1_execute_"
    "segment_k_off_kernel__5x_cudnn";
constexpr auto ampereConvolution =
    "sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nchw_tilesize128x64x32_stage5_warpsize2x2x1_g1_"
    "tensor16x8x8_execute_kernel__5x_cudnn";
constexpr auto toNhwc = "void cudnn::engines_precompiled::nchwToNhwcKernel<float, float, float, false, true, "
                        "(cudnnKernelDataType_t)2>(cudnn::engines_precompiled::nchw2nhwc_params_t<float>)";
constexpr auto toNchw = "void cudnn::engines_precompiled::nhwcToNchwKernel<float, float, float, true, false, "
                        "(cudnnKernelDataType_t)0>(cudnn::engines_precompiled::nhwc2nchw_params_t<float>)";
constexpr auto tensorProduct = "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_32x6_tn";
constexpr auto copy = "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda("
                      "at::TensorIteratorBase&)::{lambda()#3}, at::native::memory::LoadWithCast<1> >";
constexpr auto fill = "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float> >";
constexpr auto means = "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, "
                       "float, float, float>, unsigned int, float, 4, 4> >";

const std::vector<Shape> image { { 1, 64, 8, 8 }, { 64, 64, 3, 3 } };
const std::vector<Shape> rows { { 32, 64 }, { 64, 64 } };

std::vector<Planted> unwell()
{
    using enum OperatorFamily;
    using enum DType;
    return {
        { "layouts",
          Convolution,
          "aten::_convolution",
          Float32,
          image,
          { 1, 64, 8, 8 },
          { { toNhwc, 72'000, 2 }, { hopperConvolution, 180'000 }, { toNchw, 70'000 } },
          { cause(LayoutConversion, 142'000, 322'000, CauseForm::ToChannelsLast) } },
        { "batch norm",
          Normalization,
          "aten::batch_norm",
          Float32,
          { { 32, 64, 7, 7 } },
          { 32, 64, 7, 7 },
          { { "void cudnn::bn_fw_inf_1C11_kernel_NCHW<float, float, true, 1>(float, float)", 11'600 } },
          { cause(NchwBatchNorm, 11'600, 11'600) } },
        { "TF32 is not allowed",
          Matrix,
          "aten::linear",
          Float32,
          rows,
          { 32, 64 },
          { { "Memset (Device)", 800 }, { "ampere_sgemm_32x32_sliced1x4_tn", 24'000 } },
          { cause(NoTensorCores, 24'000, 24'800, CauseForm::Tf32NotAllowed) },
          { true, false } },
        { "a dimension of 68 halves",
          Matrix,
          "aten::mm",
          Float16,
          { { 32, 68 }, { 68, 64 } },
          { 32, 64 },
          { { "void gemmSN_TN_kernel<__half, 128, 16, 2, 4, 8, 9, false>", 30'000 } },
          { cause(NoTensorCores, 30'000, 30'000, CauseForm::NotDivisibleBy8, 68) } },
        { "an image of 30 channels",
          Convolution,
          "aten::conv2d",
          Float32,
          { { 1, 30, 8, 8 }, { 64, 30, 3, 3 } },
          { 1, 64, 8, 8 },
          { { "void implicit_convolve_sgemm<float, float, 128, 5, 5, 3, 3, 3, 1>", 40'000 } },
          { cause(NoTensorCores, 40'000, 40'000, CauseForm::NotDivisibleBy4, 30) } },
        { "double precision",
          Matrix,
          "aten::mm",
          Float64,
          rows,
          { 32, 64 },
          { { "ampere_dgemm_64x64_nn", 50'000 } },
          { cause(NoTensorCores, 50'000, 50'000, CauseForm::Float64) } },
        { "older kernels",
          Convolution,
          "aten::_convolution",
          Float32,
          image,
          { 1, 64, 8, 8 },
          { { ampereConvolution, 60'000 } },
          { cause(OlderArchitecture, 60'000, 60'000, CauseForm::OfGeneration, 8) },
          { true, true },
          hopperConvolution },
        { "parts of a product",
          Matrix,
          "aten::addmm",
          BFloat16,
          rows,
          { 32, 64 },
          { { tensorProduct, 10'000 }, { "void cublasLt::splitKreduce_kernel<32, 16, int, float>", 5'000 } },
          { cause(SplitK, 5'000, 15'000) } },
        { "filled memory",
          Convolution,
          "aten::_convolution",
          Float32,
          image,
          { 1, 64, 8, 8 },
          { { "Memset (Device)", 6'000 }, { hopperConvolution, 20'000 } },
          { cause(Memset, 6'000, 26'000) } },
        { "many kernels",
          Normalization,
          "aten::rms_norm",
          Float32,
          { { 32, 64 } },
          { 32, 64 },
          { { "void at::native::vectorized_elementwise_kernel<4, at::native::PowFunctor>", 24'000, 9 },
            { "mul", 9'000, 3 } },
          { cause(ManyKernels, 33'000, 33'000, CauseForm::Launches, 12) } },
        { "casts",
          Matrix,
          "aten::linear",
          BFloat16,
          rows,
          { 32, 64 },
          { { copy, 9'000, 2 }, { tensorProduct, 20'000 }, { fill, 1'000 } },
          { cause(Casts, 10'000, 30'000) } },
        { "few blocks",
          Convolution,
          "aten::_convolution",
          Float32,
          image,
          { 1, 64, 8, 8 },
          { { hopperConvolution, 40'000, 1, 0.3 }, { "second", 10'000, 1, 0.5 }, { "large", 20'000, 1, 4 } },
          { cause(SmallGrid, 50'000, 70'000, CauseForm::PercentOfGpu, 30) } },
        { "short rows",
          Pooling,
          "aten::adaptive_avg_pool2d",
          Float32,
          { { 32, 64, 7, 7 } },
          { 32, 64, 1, 1 },
          { { means, 17'000 } },
          { cause(NarrowRows, 17'000, 17'000, CauseForm::ReducedRows, 49) } },
    };
}

std::vector<Planted> healthy()
{
    using enum OperatorFamily;
    using enum DType;
    return {
        { "channels last",
          Convolution,
          "aten::_convolution",
          Float32,
          image,
          { 1, 64, 8, 8 },
          { { hopperConvolution, 60'000 } } },
        { "blocks for most of the GPU, and a small part with few",
          Convolution,
          "aten::_convolution",
          Float32,
          image,
          { 1, 64, 8, 8 },
          { { hopperConvolution, 60'000, 1, 0.8 }, { "second", 20'000, 1, 0.1 } } },
        { "batch norm in channels last",
          Normalization,
          "aten::batch_norm",
          Float32,
          { { 32, 64, 7, 7 } },
          { 32, 64, 7, 7 },
          { { "void at::native::batch_norm_transform_input_channels_last_kernel<float, float, float, 4>", 11'600 } } },
        { "TF32",
          Matrix,
          "aten::linear",
          Float32,
          rows,
          { 32, 64 },
          { { "void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_128x128_32x3_nn_align4>", 24'000 } } },
        { "cuBLAS for Hopper",
          Matrix,
          "aten::linear",
          BFloat16,
          rows,
          { 32, 64 },
          { { "nvjet_tst_64x8_64x16_1x4_h_bz_splitK_bias_TNT", 24'000 } } },
        { "addition",
          Elementwise,
          "aten::add",
          Float32,
          { { 32, 64 } },
          { 32, 64 },
          { { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float> >", 9'000 } } },
        { "copies are its work", Movement, "aten::to", Float32, { { 32, 64 } }, { 32, 64 }, { { copy, 9'000 } } },
        { "fills are its work",
          Movement,
          "aten::zeros",
          Float32,
          {},
          { 32, 64 },
          { { fill, 9'000 }, { "Memset (Device)", 9'000 } } },
        { "a short fill",
          Convolution,
          "aten::_convolution",
          Float32,
          image,
          { 1, 64, 8, 8 },
          { { "Memset (Device)", 800 }, { hopperConvolution, 53'300 } } },
        { "long rows", Reduction, "aten::mean", Float32, { { 32, 4096 } }, { 32 }, { { means, 17'000 } } },
        { "columns", Reduction, "aten::mean", Float32, { { 32, 49, 64 } }, { 32, 64 }, { { means, 17'000 } } },
        { "a GPU of its kernels' time",
          Convolution,
          "aten::_convolution",
          Float32,
          image,
          { 1, 64, 8, 8 },
          { { ampereConvolution, 60'000 } } },
        { "kernels of another library",
          Matrix,
          "aten::linear",
          Float16,
          { { 32, 68 }, { 64, 68 } },
          { 32, 64 },
          { { "triton_tem_fused_addmm_0", 20'000 } } },
    };
}

Verdict verdictOf(const Session &session)
{
    return SessionPoints(session).at(operatorId(0)).verdict;
}

} // namespace

class KernelCausesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plantedCausesAreNamed();
    void healthyOperatorsHaveNone();
    void channelsLastIsNotAdvisedTwice();
    void causesNeedTensorCores();
    void causesNeedAGpu();
    void roofsShowTheGeneration();
    void layersAddUpTheirOperators();
    void timesAreThoseThatAreShown();
};

void KernelCausesTest::plantedCausesAreNamed()
{
    for (const Planted &planted : unwell()) {
        const Verdict verdict = verdictOf(sessionOf(planted));
        QVERIFY2(verdict.bound == Bound::Underutilized, planted.what);
        QVERIFY2(verdict.underutilizedCauses == planted.causes, planted.what);
    }
}

void KernelCausesTest::healthyOperatorsHaveNone()
{
    for (const Planted &planted : healthy()) {
        const Verdict verdict = verdictOf(sessionOf(planted));
        QVERIFY2(verdict.bound == Bound::Underutilized, planted.what);
        QVERIFY2(verdict.underutilizedCauses == std::vector<LikelyCause> { Unknown }, planted.what);
    }
}

/// A model that is in channels last gains nothing from it.
void KernelCausesTest::channelsLastIsNotAdvisedTwice()
{
    Session session = sessionOf(unwell().front());
    session.layers.edit().execution.memoryFormat = MemoryFormat::ChannelsLast;
    QCOMPARE(verdictOf(session).underutilizedCauses, std::vector { cause(LayoutConversion, 142'000, 322'000) });
}

/// Without a roof of tensor cores nothing shows that there are any.
void KernelCausesTest::causesNeedTensorCores()
{
    for (const Planted &planted : unwell()) {
        Session session = sessionOf(planted);
        std::vector<Roof> &roofs = session.peaks.edit().roofs;
        std::erase_if(
            roofs, [](const Roof &roof) { return roof.compute() && roof.compute()->unit == ArithmeticUnit::Tensor; });
        for (const Precision precision : { Precision::Fp16, Precision::Fp64 })
            roofs.push_back(compute(precision, ArithmeticUnit::Vector, 200e9));
        for (const LikelyCause &one : verdictOf(session).underutilizedCauses)
            QVERIFY2(one.id != NoTensorCores, planted.what);
    }
}

void KernelCausesTest::causesNeedAGpu()
{
    Session session = sessionOf(unwell().front());
    session.layers.edit().device.kind = "cpu";
    session.peaks.edit().device.kind = "cpu";
    for (const LikelyCause &one : verdictOf(session).underutilizedCauses)
        QVERIFY(!one.timeNs);
}

/// There are no tensor cores for TF32 before compute capability 8.0, none for MXFP8 before 10.0.
void KernelCausesTest::roofsShowTheGeneration()
{
    Session session = sessionOf(healthy().front());
    session.layers.edit().items.front().kernels.front().name = "volta_sgemm_128x64_nn";
    QCOMPARE(gpuFactsOf(session, &*session.peaks).generation, 8);
    QCOMPARE(gpuFactsOf(session, nullptr).generation, 7);
    session.peaks.edit().roofs.push_back(compute(Precision::Mxfp8, ArithmeticUnit::Tensor, 2e12));
    QCOMPARE(gpuFactsOf(session, &*session.peaks).generation, 10);
}

/// Two batch norms are one cause of their layer; dimensions that differ are not said of both.
void KernelCausesTest::layersAddUpTheirOperators()
{
    CauseTally tally;
    tally.add(cause(NoTensorCores, 10, 20, CauseForm::NotDivisibleBy8, 68), 20);
    tally.add(cause(OlderArchitecture, 5, 20, CauseForm::OfGeneration, 8), 20);
    tally.add(cause(NoTensorCores, 30, 40, CauseForm::NotDivisibleBy8, 36), 40);
    tally.add(cause(OlderArchitecture, 7, 40, CauseForm::OfGeneration, 8), 40);
    tally.add(Unknown, 10);
    const std::vector<LikelyCause> expected { cause(NoTensorCores, 40, 60),
                                              cause(OlderArchitecture, 12, 60, CauseForm::OfGeneration, 8) };
    QCOMPARE(tally.from(20), expected);
    QCOMPARE(tally.from(61), std::vector<LikelyCause>());
    const Planted norm = unwell()[1];
    QCOMPARE(SessionPoints(sessionOf(norm)).at(layerId(0)).verdict.underutilizedCauses, norm.causes);
}

/// Where kernels took longer while they were listed than a whole run does, all of them are shown shorter.
void KernelCausesTest::timesAreThoseThatAreShown()
{
    Session session = sessionOf(unwell().front());
    session.layers.edit().bareMedianNs = 161'000;
    const RooflinePoint point = SessionPoints(session).at(operatorId(0));
    QCOMPARE(point.kernelsNs.value(), 161'000.0);
    QCOMPARE(point.verdict.underutilizedCauses.front().timeNs.value(), 71'000.0);
    QCOMPARE(point.verdict.underutilizedCauses.front().ofNs.value(), 161'000.0);
}

ROOFLIGHT_TEST(KernelCausesTest)
#include "kernel_causes_test.moc"
