// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/kernel_causes.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QString>
#include <QStringList>
#include <QTest>

#include <algorithm>
#include <utility>
#include <vector>

using namespace rooflight;

class KernelNamesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePageHasAllPatterns();
    void unitsAreThoseOfNames();
    void generationsAreThoseOfNames();
};

/// A row a pattern: the part of the name, the cause, the source.
void KernelNamesTest::thePageHasAllPatterns()
{
    QFile page(QStringLiteral(ROOFLIGHT_DOCS "/how/find_out_why.md"));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(page.readAll()).split(u'\n');
    for (const KernelPattern &pattern : kernelPatterns()) {
        const auto cell = [](std::string_view text) {
            return QStringLiteral("`%1`").arg(QString::fromUtf8(text.data(), qsizetype(text.size())));
        };
        const QString source = QString::fromUtf8(pattern.source.data(), qsizetype(pattern.source.size()));
        const bool isThere = std::ranges::any_of(lines, [&](const QString &line) {
            return line.startsWith(u'|') && line.contains(cell(pattern.part))
                && line.contains(cell(name(pattern.cause))) && line.contains(source);
        });
        QVERIFY2(isThere, pattern.part.data());
    }
}

/// Names as CUPTI gave them: of an H100 with LibTorch 2.11, of cuBLAS 11 and 12 on other GPUs.
void KernelNamesTest::unitsAreThoseOfNames()
{
    for (const char *name : {
             "sm90_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize128x64x32_warpgroupsize1x1x1_execute_segment_k_off_kernel",
             "void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_256x64_16x4_nn_align4>",
             "ampere_fp16_s16816gemm_fp16_128x64_ldg8_f2f_stages_64x3_tn",
             "volta_h884gemm_64x128_ldg8_nn",
             "sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize64x64x64_stage6_warpsize2x2x1_tensor16x8x16_execute_kernel",
             "nvjet_tst_64x8_64x16_1x4_h_bz_splitK_bias_TNT",
         })
        QVERIFY2(namesTensorCores(name), name);
    for (const char *name : {
             "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x32x8_stage3_warpsize1x2x1_ffma_aligna4_alignc4",
             "void cutlass::Kernel2<cutlass_80_simt_sgemm_128x128_8x4_nn_align1>",
             "ampere_sgemm_128x64_nn",
             "volta_scudnn_128x64_relu_interior_nn_v1",
             "void implicit_convolve_sgemm<float, float, 128, 5, 5, 3, 3, 3, 1, true, false, true>",
         }) {
        QVERIFY2(!namesTensorCores(name), name);
        QVERIFY2(namesProduct(name), name);
    }
    QVERIFY(!namesProduct("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float> >"));
}

void KernelNamesTest::generationsAreThoseOfNames()
{
    for (const auto &[name, generation] : std::vector<std::pair<const char *, int>> {
             { "sm90_xmma_fprop_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize64x64x32_warpgroupsize1x1x1_g1",
               9 },
             { "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x32x8_stage3_warpsize1x2x1_ffma_aligna4_alignc4", 8 },
             { "void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_64x128_32x3_nn_align4>", 8 },
             { "cutlass3x_sm100_tensorop_s128x256x16gemm_bf16_bf16_f32", 10 },
             { "fmha_cutlassF_f32_aligned_64x64_rf_sm80(PyTorchMemEffAttention::Params)", 8 },
             { "volta_sgemm_128x64_nn", 7 },
             { "maxwell_scudnn_winograd_128x128_ldg1_ldg4_tile148n_nt", 5 },
             { "nvjet_sm103_tss_32x64_64x16_4x1_v_bz_splitK_TNN", 10 },
             { "void cudnn::bn_fw_inf_1C11_kernel_NCHW<float, float, true, 1>(float, float)", 0 },
             { "plasma80_gemm", 0 },
             { "sm", 0 },
             { "", 0 } })
        QCOMPARE(generationOf(name), generation);
}

ROOFLIGHT_TEST(KernelNamesTest)
#include "kernel_names_test.moc"
