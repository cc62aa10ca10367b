// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/settings/languages.h"

#include <QObject>
#include <QTranslator>

namespace rooflight {

class Settings;

/// Language of the program: installs the translations of our texts and of Qt's own. Widgets hear of a change by
/// QEvent::LanguageChange.
class Language : public QObject
{
    Q_OBJECT

public:
    explicit Language(QObject *parent = nullptr);
    ~Language() override;

    /// A code of windowLanguages(); empty for the desktop's.
    void set(const QString &language);
    [[nodiscard]] QString current() const { return m_current; }

private:
    QString m_current;
    RememberingTranslator m_own;
    QTranslator m_qt;
};

/// Keeps theme and language of the running program as the settings say.
class Appearance : public QObject
{
    Q_OBJECT

public:
    explicit Appearance(Settings *settings, QObject *parent = nullptr);

private:
    void scaleTexts();

    Settings *m_settings;
    Language m_language;
    double m_pointSize = 0; ///< of the desktop's font
};

} // namespace rooflight
