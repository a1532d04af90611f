// Runs code typed by the user where it can reach nothing: in a worker of a frame whose origin is nobody's, and whose policy
// allows no request. The policy of the page allows the script of this frame by its digest alone, and forbids `eval`, so that
// the typed code is a part of the worker's own source. The frame is no file: a service worker does not serve frames without an
// origin, and pages elsewhere could open a file in frames of theirs.

/** The script of the frame: it starts the worker whose source it is sent, and passes on what both say. */
export const FRAME = `
onmessage = ({ source, data: { script, order } }) => {
  if (source !== parent) return;
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
  worker.onmessage = ({ data }) => parent.postMessage({ data }, '*');
  worker.onerror = (event) => {
    event.preventDefault();
    parent.postMessage({ error: event.message || 'the code could not be run', line: event.lineno }, '*');
  };
  worker.postMessage(order);
};
parent.postMessage({ ready: true }, '*');
`;

/** The policy of the frame, beside that of the page, which it inherits. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; worker-src blob:";

const source = (code) => `self.typed = () => { "use strict";${code}\n;return typeof shuffle === 'function' ? shuffle : null; };\n`;

/** Acts as a worker for the page: it takes one order. */
export class Sandbox {
  constructor() {
    this.frame = document.createElement('iframe');
    this.frame.hidden = true;
    this.frame.title = 'Typed code';
    this.frame.setAttribute('sandbox', 'allow-scripts');
    this.frame.srcdoc = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script>${FRAME}</script>`;
    this.listen = (event) => { if (event.source === this.frame.contentWindow) this.hear(event.data); };
    addEventListener('message', this.listen);
    document.body.append(this.frame);
  }

  async postMessage({ code, ...order }) {
    const ready = new Promise((resolve) => { this.ready = resolve; });
    try {
      const response = await fetch('shuffle.sandbox.js');
      const [rest] = await Promise.all([response.text(), ready]);
      this.frame.contentWindow?.postMessage({ script: source(code) + rest, order }, '*');
    } catch (error) { this.onerror(Object.assign(new Event('error'), { message: error.message })); }
  }

  hear(said) {
    if (said?.ready) this.ready();
    else if (said?.error) this.onerror(Object.assign(new Event('error'), { message: String(said.error), lineno: Number(said.line) || 0 }));
    else if (said && 'data' in said) this.onmessage({ data: said.data });
  }

  terminate() {
    removeEventListener('message', this.listen);
    this.frame.remove();
  }
}
