// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAction>
#include <QObject>
#include <QUndoStack>

#include <functional>

namespace rooflight {

/// What is set in the What If, as positions of its controls.
struct WhatIfChoice {
    int batch = 0;
    int length = 0;
    int precision = 0;
    int fusion = 0;
    int device = 0;
    bool noLaunches = false;

    bool operator==(const WhatIfChoice &) const = default;
};

/// The choices of a What If one after the other, with actions that go back and forth between them. A slider that is
/// dragged makes one step.
class WhatIfHistory : public QObject
{
    Q_OBJECT

public:
    /// \p show puts a choice back into the controls.
    WhatIfHistory(std::function<void(const WhatIfChoice &)> show, QObject *parent);
    ~WhatIfHistory() override;

    /// A person has chosen this; while a control is held it replaces what the same drag chose before.
    void take(const WhatIfChoice &choice, bool isHeld);
    /// A control was let go: what it does next is another step.
    void endDrag() { ++m_drag; }
    /// Starts over for another model or size, at which earlier choices cannot be shown any more.
    void startOver(const WhatIfChoice &choice);
    void retranslate();

    [[nodiscard]] QAction *undo() const { return m_undo; }
    [[nodiscard]] QAction *redo() const { return m_redo; }

private:
    class Step;

    void showAgain(const WhatIfChoice &choice);

    std::function<void(const WhatIfChoice &)> m_show;
    QUndoStack m_stack;
    QAction *m_undo;
    QAction *m_redo;
    WhatIfChoice m_now;
    int m_drag = 1; ///< number of the drag under way, or of the next one
    bool m_shows = false; ///< what changes is not a person's choice
};

} // namespace rooflight
