// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

/// How often the driver was started in this process.
int &fakeCudaStarts();
