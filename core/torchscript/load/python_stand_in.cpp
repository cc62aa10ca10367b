// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// An empty shared library: the build gives it the name of LibTorch's Python half. See python_library.h.
