// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>

class QListWidget;
class QTextBrowser;

namespace rooflight {

/// The pages of docs/window, readable without a network.
class HelpWindow : public QDialog
{
    Q_OBJECT

public:
    explicit HelpWindow(QWidget *parent = nullptr);

    /// Name of the page about the widget that has the focus, or of the nearest one above it that has a page.
    [[nodiscard]] static QString pageFor(const QWidget *widget);
    /// Marks a widget, and all in it, as being described by a page. F1 shows it above a dialog, too. Call it once for
    /// each.
    static void setPage(QWidget *widget, const QString &page);

    void showPage(const QString &page);
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    static void openAbove(QWidget *dialog);
    void follow(const QUrl &link);
    void showTables();
    void retranslate();
    void followFont();

    QListWidget *m_pages;
    QTextBrowser *m_text;
    QString m_page;
};

} // namespace rooflight
