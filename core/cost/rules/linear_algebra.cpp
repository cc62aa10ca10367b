// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

#include <algorithm>

namespace rooflight {

namespace {

constexpr std::string_view lapack = QT_TRANSLATE_NOOP("Formulas", "LAPACK Working Note 41, appendix C: leading terms");
constexpr std::string_view golub =
    QT_TRANSLATE_NOOP("Formulas", "Golub, Van Loan: Matrix Computations, 4th edition, leading terms");
constexpr std::string_view definition = QT_TRANSLATE_NOOP("Formulas", "definition");

/// A batch of matrices: of a stack of them the last two dimensions.
struct Matrices {
    Count batch;
    Count rows;
    Count columns;

    [[nodiscard]] Count longer() const { return std::max(rows, columns); }
    [[nodiscard]] Count shorter() const { return std::min(rows, columns); }
};

std::optional<Matrices> matricesOf(const TensorValue *tensor)
{
    if (!tensor || tensor->info.shape.size() < 2)
        return std::nullopt;
    const Count rows = *dimensionOf(*tensor, -2);
    const Count columns = *dimensionOf(*tensor, -1);
    return Matrices { elementsOf(*tensor) / (rows * columns), rows, columns };
}

/// The matrix that is factored or inverted.
const TensorValue *matrixOf(const OperatorCall &call)
{
    return tensorNamed(call, { "A", "self", "input" });
}

Count cube(Count n)
{
    return n * n * n;
}

/// Real operations: a complex operation is four times a real one, rounded to that of its multiply-add.
Work asWork(const TensorValue &matrix, Count operations)
{
    return { .elementwise = operations * realMultiplyAdds(matrix) };
}

/// \p thirds / 3 n^3 for a square matrix.
template<int thirds> std::optional<Work> cubicWork(const OperatorCall &call)
{
    const TensorValue *matrix = matrixOf(call);
    const auto matrices = matricesOf(matrix);
    if (!matrices)
        return std::nullopt;
    return asWork(*matrix, matrices->batch * cube(matrices->rows) * thirds / 3);
}

/// m n^2 - n^3 / 3 for m rows and n columns, whichever is more.
Count factorOperations(const Matrices &matrices)
{
    const Count n = matrices.shorter();
    return matrices.batch * (matrices.longer() * n * n - cube(n) / 3);
}

template<int times> std::optional<Work> factorWork(const OperatorCall &call)
{
    const TensorValue *matrix = matrixOf(call);
    const auto matrices = matricesOf(matrix);
    return matrices ? std::optional(asWork(*matrix, factorOperations(*matrices) * times)) : std::nullopt;
}

/// Columns on the right-hand sides: every element of the solution takes \p perElement operations an unknown.
Count solveOperations(const TensorValue &solution, Count unknowns, std::int64_t perElement)
{
    return elementsOf(solution) * unknowns * perElement;
}

/// The factor or matrix of a system, which stands under different names.
const TensorValue *systemOf(const OperatorCall &call)
{
    return bareName(call.name).find("cholesky_solve") != std::string_view::npos
        ? tensorNamed(call, { "input2", "A" })
        : tensorNamed(call, { "A", "LU", "LD", "self" });
}

template<int perElement> std::optional<Work> solveWork(const OperatorCall &call)
{
    const TensorValue *system = systemOf(call);
    const TensorValue *solution = firstOutput(call);
    const auto unknowns = system ? dimensionOf(*system, -1) : std::nullopt;
    if (!unknowns || !solution)
        return std::nullopt;
    return asWork(*system, solveOperations(*solution, *unknowns, perElement));
}

std::optional<Work> factorAndSolveWork(const OperatorCall &call)
{
    std::optional<Work> work = cubicWork<2>(call);
    const std::optional<Work> solving = solveWork<2>(call);
    if (!work || !solving)
        return std::nullopt;
    work->elementwise += solving->elementwise;
    return work;
}

/// Reflectors applied to a matrix of \p rows x \p columns, \p reflectors of them: 4 m n k - 2 (m + n) k^2 + 4/3 k^3.
Count reflectorOperations(Count rows, Count columns, Count reflectors)
{
    const Count k = reflectors;
    return rows * columns * k * 4 + cube(k) * 4 / 3 - (rows + columns) * k * k * 2;
}

/// R alone; Q of as many columns as there are, or of as many as rows.
std::optional<Work> qrWork(const OperatorCall &call)
{
    const TensorValue *matrix = matrixOf(call);
    const auto matrices = matricesOf(matrix);
    if (!matrices)
        return std::nullopt;
    Count operations = factorOperations(*matrices) * 2;
    const Argument *mode = call.find("mode");
    const auto *text = mode ? std::get_if<std::string>(&mode->value) : nullptr;
    if (!text || *text != "r") {
        const Count columns = text && *text == "complete" ? matrices->rows : matrices->shorter();
        operations += matrices->batch * reflectorOperations(matrices->rows, columns, matrices->shorter());
    }
    return asWork(*matrix, operations);
}

std::optional<Work> householderWork(const OperatorCall &call)
{
    const TensorValue *matrix = matrixOf(call);
    const TensorValue *tau = tensorNamed(call, { "tau" });
    const auto matrices = matricesOf(matrix);
    const auto reflectors = tau ? dimensionOf(*tau, -1) : std::nullopt;
    if (!matrices || !reflectors)
        return std::nullopt;
    return asWork(*matrix, matrices->batch * reflectorOperations(matrices->rows, matrices->columns, *reflectors));
}

/// Q of k reflectors times a matrix of m rows: 4 m n k - 2 n k^2.
std::optional<Work> reflectedWork(const OperatorCall &call)
{
    const TensorValue *other = tensorNamed(call, { "input3", "other" });
    const TensorValue *tau = tensorNamed(call, { "input2", "tau" });
    const auto matrices = matricesOf(other);
    const auto reflectors = tau ? dimensionOf(*tau, -1) : std::nullopt;
    if (!matrices || !reflectors)
        return std::nullopt;
    const bool left = booleanNamed(call, "left").value_or(true);
    const Count m = left ? matrices->rows : matrices->columns;
    const Count n = left ? matrices->columns : matrices->rows;
    return asWork(*other, matrices->batch * n * *reflectors * (m * 4 - *reflectors * 2));
}

Count thinSvdOperations(const Matrices &matrices)
{
    const Count n = matrices.shorter();
    return matrices.batch * (matrices.longer() * n * n * 6 + cube(n) * 20);
}

std::optional<Work> svdWork(const OperatorCall &call)
{
    const TensorValue *matrix = matrixOf(call);
    const auto matrices = matricesOf(matrix);
    if (!matrices)
        return std::nullopt;
    const Count m = matrices->longer();
    const Count n = matrices->shorter();
    if (!booleanNamed(call, "compute_uv").value_or(true))
        return asWork(*matrix, matrices->batch * (m * n * n * 2 + cube(n) * 2));
    if (booleanNamed(call, "full_matrices").value_or(false))
        return asWork(*matrix, matrices->batch * (m * m * n * 4 + cube(n) * 22));
    return asWork(*matrix, thinSvdOperations(*matrices));
}

/// By singular values: V / s times U transposed.
std::optional<Work> pseudoInverseWork(const OperatorCall &call)
{
    const TensorValue *matrix = matrixOf(call);
    const auto matrices = matricesOf(matrix);
    if (!matrices)
        return std::nullopt;
    const Count product = elementsOf(*matrix) * matrices->shorter() * 2;
    return asWork(*matrix, thinSvdOperations(*matrices) + product);
}

std::optional<Work> symmetricEigenWork(const OperatorCall &call)
{
    return booleanNamed(call, "compute_v").value_or(true) ? cubicWork<27>(call) : cubicWork<4>(call);
}

/// Householder QR, Q transposed times the right-hand sides, one triangular solve.
std::optional<Work> leastSquaresWork(const OperatorCall &call)
{
    const TensorValue *matrix = matrixOf(call);
    const TensorValue *right = tensorNamed(call, { "b", "B" });
    const auto matrices = matricesOf(matrix);
    if (!matrices || !right)
        return std::nullopt;
    const Count m = matrices->longer();
    const Count n = matrices->shorter();
    const Count sides = elementsOf(*right) / matrices->rows;
    return asWork(*matrix, factorOperations(*matrices) * 2 + sides * (m * n * 4 - n * n));
}

/// Weighted sums of as many matrices as the coefficients have columns.
std::optional<Work> combinationWork(const OperatorCall &call)
{
    const TensorValue *coefficients = tensorNamed(call, { "coefficients" });
    const TensorValue *output = firstOutput(call);
    const auto terms = coefficients ? dimensionOf(*coefficients, -1) : std::nullopt;
    return terms && output ? std::optional(asWork(*output, elementsOf(*output) * *terms * 2)) : std::nullopt;
}

} // namespace

std::vector<CostRule> linearAlgebraRules()
{
    using enum OperatorFamily;
    return {
        { Matrix, "aten::cholesky aten::linalg_cholesky_ex aten::linalg_ldl_factor_ex", cubicWork<1>,
          QT_TRANSLATE_NOOP("Formulas", "n³/3; complex: 4 times as many, as for every decomposition and solver"),
          lapack },
        { Matrix, "aten::cholesky_inverse", cubicWork<2>, "2n³/3", lapack },
        { Matrix, "aten::linalg_inv_ex", cubicWork<6>, QT_TRANSLATE_NOOP("Formulas", "2n³: LU 2n³/3, inverse 4n³/3"),
          lapack },
        { Matrix, "aten::_linalg_det aten::_linalg_slogdet", cubicWork<2>,
          QT_TRANSLATE_NOOP("Formulas", "2n³/3 for LU"), lapack },
        { Matrix, "aten::linalg_lu aten::linalg_lu_factor_ex", factorWork<1>,
          QT_TRANSLATE_NOOP("Formulas", "m n² - n³/3; n ≤ m are the rows and columns"), lapack },
        { Matrix, "aten::_linalg_solve_ex", factorAndSolveWork,
          QT_TRANSLATE_NOOP("Formulas", "2n³/3 + 2n² per right-hand side"), lapack },
        { Matrix, "aten::cholesky_solve aten::_cholesky_solve_helper aten::linalg_lu_solve aten::linalg_ldl_solve",
          solveWork<2>, QT_TRANSLATE_NOOP("Formulas", "2n² per right-hand side"), lapack },
        { Matrix, "aten::triangular_solve aten::linalg_solve_triangular", solveWork<1>,
          QT_TRANSLATE_NOOP("Formulas", "n² per right-hand side"), lapack },
        { Matrix, "aten::geqrf", factorWork<2>,
          QT_TRANSLATE_NOOP("Formulas", "2m n² - 2n³/3; n ≤ m are the rows and columns"), lapack },
        { Matrix, "aten::linalg_qr", qrWork,
          QT_TRANSLATE_NOOP("Formulas", "as geqrf, + 4m c n - 2(m + c)n² + 4n³/3 for Q with c columns"), lapack },
        { Matrix, "aten::linalg_householder_product", householderWork,
          QT_TRANSLATE_NOOP("Formulas", "4m n k - 2(m + n)k² + 4k³/3 for k reflectors"), lapack },
        { Matrix, "aten::ormqr", reflectedWork, QT_TRANSLATE_NOOP("Formulas", "4m n k - 2n k² for k reflectors"),
          lapack },
        { Matrix, "aten::_linalg_svd", svdWork,
          QT_TRANSLATE_NOOP("Formulas", "n ≤ m: 6m n² + 20n³; full: 4m² n + 22n³; singular values only: 2m n² + 2n³"),
          golub },
        { Matrix, "aten::linalg_pinv", pseudoInverseWork,
          QT_TRANSLATE_NOOP("Formulas", "n ≤ m: 6m n² + 20n³ for the SVD + 2m n² for the product"), golub },
        { Matrix, "aten::_linalg_eigh", symmetricEigenWork,
          QT_TRANSLATE_NOOP("Formulas", "9n³; eigenvalues only: 4n³/3"), golub },
        { Matrix, "aten::linalg_eig", cubicWork<75>, "25n³", golub },
        { Matrix, "aten::linalg_eigvals aten::_linalg_eigvals", cubicWork<30>, "10n³", golub },
        { Matrix, "aten::linalg_lstsq", leastSquaresWork,
          QT_TRANSLATE_NOOP("Formulas", "n ≤ m: 2m n² - 2n³/3 + (4m n - n²) per right-hand side"), golub },
        { Matrix, "aten::linalg_matrix_exp", cubicWork<30>,
          QT_TRANSLATE_NOOP("Formulas",
                            "10n³: 5 products; approximate, as the number of squarings depends on the values"),
          QT_TRANSLATE_NOOP("Formulas", "Bader, Blanes, Casas 2019: polynomial of degree 18") },
        { Matrix, "aten::_compute_linear_combination", combinationWork,
          QT_TRANSLATE_NOOP("Formulas", "2 × |out| × terms"), definition },
        { Elementwise, "aten::linalg_cross", elementwise<3>, "3|out|", definition },
        { Movement, "aten::lu_unpack", noWork, "0", QT_TRANSLATE_NOOP("Formulas", "copies the triangles") },
    };
}

} // namespace rooflight
