// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/session.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace ridgepoint {

/// How much of the model the formulas cover, in one sentence, with the way to what they do not. Only there when
/// something is not covered.
class CoverageBar : public QWidget
{
    Q_OBJECT

public:
    explicit CoverageBar(QWidget *parent = nullptr);

    void setSession(const Session &session);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void unknownOperatorsRequested();

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void showCoverage();
    void showIcon();

    QLabel *m_icon;
    QLabel *m_text;
    QPushButton *m_button;
    const Session *m_session = nullptr;
};

/// "Formulas cover 98 of 100 operators, 97 % of the bytes and 91 % of the time."; shares are rounded down, so that only
/// what is covered wholly is 100 %.
[[nodiscard]] QString coverageSentence(const Session &session);

} // namespace ridgepoint
