// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// A browser starts no worker for a page that was opened as a file. There, the search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc = "<body></body>";
      this.inner = new Promise(resolve => {
        frame.onload = () => {
          const inner = frame.contentWindow;
          inner.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
          const script = inner.document.createElement("script");
          script.src = address;
          script.onload = () => resolve(inner);
          inner.document.body.append(script);
        };
      });
      document.body.append(frame);
    }
    postMessage(data) {
      this.inner.then(inner => inner.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
