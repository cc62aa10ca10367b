// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QFrame>

#include "core/report/result_reports.h"
#include "core/results/session.h"
#include "ui/style/window_language.h"

#include <QString>

#include <vector>

class QGridLayout;
class QLabel;

namespace rooflight {

/// A number of a model under its name.
struct ModelFact {
    QString title;
    QString value; ///< empty while it is not known
    QString help; ///< what the number means; may be empty
};

/// Those of a plain result, in the language of the window.
template<PlainResult Body> [[nodiscard]] std::vector<ModelFact> plainFacts(const Body &result)
{
    const ReportLanguage language = windowLanguage();
    const LanguageScope scope(language);
    std::vector<ModelFact> facts;
    for (const auto &[title, value] : numbersOf(result))
        facts.push_back({ QString::fromStdString(title.text()), QString::fromStdString(value), {} });
    return facts;
}

[[nodiscard]] ModelFact inputFact(const Session &session);
[[nodiscard]] ModelFact deviceFact(const Session &session);
[[nodiscard]] ModelFact latencyFact(const Session &session);
/// Those and all others: file, parameters, work, memory, whether all of it has formulas, throughput, plain
/// results.
[[nodiscard]] std::vector<ModelFact> modelFacts(const Session &session);

/// Every number of the model, which the answer above says nothing of. Opens above the content and goes with the next
/// click or Esc.
class SummaryCard : public QFrame
{
    Q_OBJECT

public:
    explicit SummaryCard(QWidget *parent);

    void setFacts(const std::vector<ModelFact> &facts);
    /// The note to the right of a title; empty without one.
    [[nodiscard]] const QLabel *valueOf(const QString &title) const;
    /// Beneath a widget, as wide as its window allows.
    void openBelow(const QWidget *widget);

private:
    QGridLayout *m_grid;
    std::vector<std::pair<QLabel *, QLabel *>> m_rows;
};

} // namespace rooflight
