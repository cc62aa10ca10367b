// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>
#include <QSize>

class QDoubleSpinBox;
class QFormLayout;

namespace rooflight {

class Settings;
struct VerdictThresholds;

/// What holds for all models: where one verdict ends and the next begins. A change takes effect at once.
class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    /// The settings must outlive the dialog.
    explicit SettingsDialog(Settings *settings, QWidget *parent = nullptr);

protected:
    bool event(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void build();
    void rebuild();
    void fit();
    void addAppearance();
    void addFolders();
    void addVerdicts();
    void addButtons();
    QDoubleSpinBox *addThreshold(QFormLayout *form, const QString &label, const QString &help);
    void showThresholds(const VerdictThresholds &thresholds);
    void store();

    Settings *m_settings;
    QWidget *m_content = nullptr; ///< all that is in a language
    bool m_isOutdated = false; ///< the language is another one
    QSize m_fitted; ///< what the texts asked for last
    QDoubleSpinBox *m_launchOverheads = nullptr;
    QDoubleSpinBox *m_underutilized = nullptr; ///< in percent, as is the next
    QDoubleSpinBox *m_balancedZone = nullptr;
};

} // namespace rooflight
