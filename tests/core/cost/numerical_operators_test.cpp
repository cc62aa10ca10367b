// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/convention.h"
#include "core/cost/rules/cost_table.h"
#include "tests/core/cost/operator_calls.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

namespace {

OperatorCall ofMatrix(const std::string &name, const Shape &shape, DType dtype = DType::Float32)
{
    return call(name).with("A", tensor(shape, dtype)).giving({ tensor(shape, dtype) });
}

OperatorCall transform(const std::string &name, Shape input, Shape output, Ints dimensions)
{
    const bool fromReal = name == "aten::_fft_r2c";
    const bool toReal = name == "aten::_fft_c2r";
    return call(name)
        .with("self", tensor(std::move(input), fromReal ? DType::Float32 : DType::Complex64))
        .with("dim", std::move(dimensions))
        .giving({ tensor(std::move(output), toReal ? DType::Float32 : DType::Complex64) });
}

OperatorCall boxes(const std::string &name, std::int64_t ratio)
{
    return call(name)
        .with("input", tensor({ 1, 8, 20, 20 }))
        .with("rois", tensor({ 5, 5 }))
        .with("sampling_ratio", ratio)
        .giving({ tensor({ 5, 8, 7, 7 }) });
}

OperatorCall resized(const std::string &name, std::int64_t from, std::int64_t to)
{
    return call(name).with("self", tensor({ 1, 3, from, from })).giving({ tensor({ 1, 3, to, to }) });
}

OperatorCall loss(std::int64_t reduction)
{
    return call("aten::mse_loss")
        .with("self", tensor({ 24 }))
        .with("target", tensor({ 24 }))
        .with("reduction", reduction)
        .giving({ tensor({}) });
}

} // namespace

/// FLOPs of operators without matrix work, against closed forms worked out by hand.
class NumericalOperatorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void work_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("flops");
        QTest::addColumn<qint64>("comparisons");
        factorRows();
        solverRows();
        fourierRows();
        visionRows();
        passRows();
        complexRows();
    }

    void work()
    {
        QFETCH(OperatorCall, call);
        const auto work = workOf(call);
        QVERIFY(work);
        QCOMPARE(work->macs, 0);
        QTEST(qint64(flopsOf(call, *work, Convention::Fma2)), "flops");
        QTEST(qint64(work->comparison), "comparisons");
    }

private:
    static void row(const char *title, const OperatorCall &call, qint64 flops, qint64 comparisons = 0)
    {
        QTest::newRow(title) << call << flops << comparisons;
    }

    /// LAPACK Working Note 41 and Golub, Van Loan with m = 9, n = 6.
    static void factorRows()
    {
        row("Cholesky", ofMatrix("aten::linalg_cholesky_ex", { 6, 6 }), 72);
        row("Cholesky of a batch", ofMatrix("aten::linalg_cholesky_ex", { 3, 6, 6 }), 216);
        row("Cholesky, complex", ofMatrix("aten::linalg_cholesky_ex", { 6, 6 }, DType::Complex128), 288);
        row("inverse from Cholesky", ofMatrix("aten::cholesky_inverse", { 6, 6 }), 144);
        row("inverse", ofMatrix("aten::linalg_inv_ex", { 6, 6 }), 432);
        row("determinant", ofMatrix("aten::_linalg_det", { 6, 6 }), 144);
        row("LU, tall", ofMatrix("aten::linalg_lu_factor_ex", { 9, 6 }), 9 * 36 - 72);
        row("LU, wide", ofMatrix("aten::linalg_lu", { 6, 9 }), 9 * 36 - 72);
        row("QR, reduced", ofMatrix("aten::linalg_qr", { 9, 6 }), 504 + 504);
        row("QR, complete",
            call("aten::linalg_qr").with("A", tensor({ 9, 6 })).with("mode", std::string("complete")).giving({}),
            504 + 936);
        row("R alone", call("aten::linalg_qr").with("A", tensor({ 9, 6 })).with("mode", std::string("r")).giving({}),
            504);
        row("reflectors", ofMatrix("aten::geqrf", { 9, 6 }), 504);
        row("Q from reflectors",
            call("aten::linalg_householder_product")
                .with("input", tensor({ 9, 6 }))
                .with("tau", tensor({ 6 }))
                .giving({}),
            504);
        row("Q times a matrix",
            call("aten::ormqr")
                .with("self", tensor({ 9, 6 }))
                .with("input2", tensor({ 6 }))
                .with("input3", tensor({ 9, 4 }))
                .giving({}),
            864 - 288);
        row("SVD", ofMatrix("aten::_linalg_svd", { 6, 9 }), 1944 + 4320);
        row("singular values",
            call("aten::_linalg_svd").with("A", tensor({ 9, 6 })).with("compute_uv", false).giving({}), 648 + 432);
        row("SVD, full", call("aten::_linalg_svd").with("A", tensor({ 9, 6 })).with("full_matrices", true).giving({}),
            1944 + 4752);
        row("pseudoinverse", ofMatrix("aten::linalg_pinv", { 9, 6 }), 6264 + 648);
        row("symmetric eigenvectors", ofMatrix("aten::_linalg_eigh", { 6, 6 }), 9 * 216);
        row("symmetric eigenvalues",
            call("aten::_linalg_eigh").with("A", tensor({ 6, 6 })).with("compute_v", false).giving({}), 288);
        row("eigenvectors", ofMatrix("aten::linalg_eig", { 6, 6 }), 25 * 216);
        row("eigenvalues", ofMatrix("aten::_linalg_eigvals", { 6, 6 }), 10 * 216);
        row("matrix exponential", ofMatrix("aten::linalg_matrix_exp", { 6, 6 }), 10 * 216);
        row("cross product", unary("aten::linalg_cross", { 5, 3 }), 45);
    }

    static void solverRows()
    {
        const auto solver = [](const char *name, const char *system, const char *side) {
            return call(name).with(system, tensor({ 6, 6 })).with(side, tensor({ 6, 2 })).giving({ tensor({ 6, 2 }) });
        };
        row("solve", solver("aten::_linalg_solve_ex", "A", "B"), 144 + 144);
        row("solve by LU", solver("aten::linalg_lu_solve", "LU", "B"), 144);
        row("solve by LDL", solver("aten::linalg_ldl_solve", "LD", "B"), 144);
        row("solve by Cholesky", solver("aten::cholesky_solve", "input2", "self"), 144);
        row("solve a triangle", solver("aten::linalg_solve_triangular", "self", "B"), 72);
        row("solve a triangle, older", solver("aten::triangular_solve", "A", "self"), 72);
        row("least squares",
            call("aten::linalg_lstsq")
                .with("self", tensor({ 9, 6 }))
                .with("b", tensor({ 9, 2 }))
                .giving({ tensor({ 6, 2 }) }),
            504 + 2 * (216 - 36));
    }

    static void fourierRows()
    {
        row("FFT of rows", transform("aten::_fft_c2c", { 24, 64 }, { 24, 64 }, { 1 }), 5 * 1536 * 6);
        row("FFT of both dimensions", transform("aten::_fft_c2c", { 24, 64 }, { 24, 64 }, { 0, -1 }), 81'293);
        row("FFT of real numbers", transform("aten::_fft_r2c", { 8, 1024 }, { 8, 513 }, { 1 }), 204'800);
        row("FFT to real numbers", transform("aten::_fft_c2r", { 8, 513 }, { 8, 1024 }, { 1 }), 204'800);
        row("FFT of one element", transform("aten::_fft_c2c", { 24, 1 }, { 24, 1 }, { 1 }), 0);
    }

    static void visionRows()
    {
        row("boxes, 4 points a cell", boxes("torchvision::roi_align", 2), 1960 * 33);
        row("boxes, at most 9 points a cell", boxes("torchvision::roi_align", 0), 1960 * 73);
        row("largest of boxes", boxes("torchvision::roi_pool", 0), 0, 1960 * 9);
        row("mean of boxes", boxes("torchvision::ps_roi_pool", 0), 1960 * 10);
        row("suppression",
            call("torchvision::nms").with("dets", tensor({ 100, 4 })).with("scores", tensor({ 100 })).giving({}), 0,
            10'000);
        row("antialiased, shrinking by 4", resized("aten::_upsample_bilinear2d_aa", 32, 8), 127 * 192);
        row("antialiased, enlarging", resized("aten::_upsample_bilinear2d_aa", 8, 16), 7 * 768);
        row("antialiased, bicubic", resized("aten::_upsample_bicubic2d_aa", 8, 16), 31 * 768);
        row("sampled in 3-D",
            call("aten::grid_sampler_3d")
                .with("input", tensor({ 1, 2, 4, 4, 4 }))
                .with("grid", tensor({ 1, 4, 4, 4, 3 }))
                .with("interpolation_mode", std::int64_t { 0 })
                .giving({ tensor({ 1, 2, 4, 4, 4 }) }),
            128 * 15);
        row("fractional pooling", pool("aten::fractional_max_pool2d", { 1, 2, 9, 9 }, { 2, 2 }, {}, {}, { 1, 2, 4, 4 }),
            0, 3 * 32);
    }

    static void passRows()
    {
        row("weight norm", call("aten::_weight_norm_interface").with("v", tensor({ 64, 16, 16 })).giving({}),
            3 * 16'384);
        row("batch norm that updates",
            call("aten::_batch_norm_with_update")
                .with("input", tensor({ 2, 8, 4, 4 }))
                .with("weight", tensor({ 8 }))
                .giving({ tensor({ 2, 8, 4, 4 }) }),
            5 * 256);
        row("batch norm that does not",
            call("aten::_batch_norm_no_update")
                .with("input", tensor({ 2, 8, 4, 4 }))
                .with("weight", tensor({ 8 }))
                .giving({ tensor({ 2, 8, 4, 4 }) }),
            2 * 256);
        row("running log of sums", unary("aten::_logcumsumexp", { 24 }), 96, 24);
        row("distinct values", unary("aten::_unique2", { 1000 }, DType::Int64), 0, 10'000);
        row("most frequent value", unary("aten::mode", { 4, 8 }), 0, 32 * 3);
        row("distance", unary("aten::dist", { 24 }), 72);
        row("mean squared error", loss(1), 72);
        row("squared errors", loss(0), 48);
        row("addcmul", unary("aten::addcmul", { 24 }), 48);
        row("lerp", unary("aten::lerp", { 24 }), 72);
        row("outer product added", unary("aten::addr", { 4, 6 }), 48);
        row("polar", unary("aten::polar", { 24 }), 96);
        row("Bessel function", unary("aten::special_bessel_j0", { 24 }), 24);
        row("quantised", unary("aten::quantize_per_tensor", { 24 }), 48);
        row("dequantised list", call("aten::dequantize").giving({ tensor({ 24 }), tensor({ 6 }) }), 60);
        row("random choice", unary("aten::multinomial", { 24 }), 0);
        row("bags of quantised rows",
            call("quantized::embedding_bag_byte")
                .with("weight", tensor({ 20, 8 }, DType::QUInt8))
                .with("indices", tensor({ 7 }, DType::Int64))
                .giving({ tensor({ 3, 8 }) }),
            3 * 7 * 8);
        const auto bags = [](std::int64_t mode) { // 7 rows of 8
            return call("aten::embedding_bag")
                .with("weight", tensor({ 20, 8 }))
                .with("indices", tensor({ 7 }, DType::Int64))
                .with("mode", mode);
        };
        row("bags: sums", bags(0).giving({ tensor({ 3, 8 }) }), 7 * 8);
        row("bags: means divide what comes out", bags(1).giving({ tensor({ 3, 8 }) }), 7 * 8 + 3 * 8);
        row("bags: maxima", bags(2).giving({ tensor({ 3, 8 }) }), 0, 7 * 8);
        row("bags: weighted sums", bags(0).with("per_sample_weights", tensor({ 7 })).giving({ tensor({ 3, 8 }) }),
            2 * 7 * 8);
        row("segments", call("aten::segment_reduce").with("data", tensor({ 24 })).giving({ tensor({ 3 }) }), 24);
        row("16-bit integers", unary("aten::add", { 24 }, DType::UInt16), 0, 24);
    }

    static void complexRows()
    {
        const auto pair = [](const char *name) {
            const TensorValue x = tensor({ 24 }, DType::Complex64);
            return call(name).with("self", x).with("other", x).giving({ tensor({ 24 }, DType::Complex64) });
        };
        row("complex product", pair("aten::mul"), 6 * 24);
        row("complex sum", pair("aten::add"), 2 * 24);
        row("complex quotient", pair("aten::div"), 11 * 24);
        row("complex by real",
            call("aten::mul")
                .with("self", tensor({ 24 }, DType::Complex64))
                .with("other", tensor({ 24 }))
                .giving({ tensor({ 24 }, DType::Complex64) }),
            48);
        row("sum of complex numbers", unary("aten::sum", { 24 }, DType::Complex64), 48);
    }
};

ROOFLIGHT_TEST(NumericalOperatorsTest)
#include "numerical_operators_test.moc"
