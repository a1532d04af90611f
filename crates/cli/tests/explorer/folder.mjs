// Serves the folder of the page (web/dist) as the plainest server of files does: no header but the type, below a path.

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

export const FOLDER = process.env.FARO_FOLDER ?? fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

export const PATH = '/some/folder/';

const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript', json: 'application/json', svg: 'image/svg+xml' };

/** Why there is no folder, or false. */
export const missing = existsSync(`${FOLDER}/faro.wasm`) ? false : 'page without a server: make the folder first (just web)';

/** Starts a server; `changed` may answer a name by other bytes, or by null for none. */
export const serveFolder = (changed = () => undefined) => new Promise((resolve) => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://page/');
    const name = pathname.startsWith(PATH) ? pathname.slice(PATH.length) || 'index.html' : null;
    const path = name && /^[\w.-]+$/.test(name) ? `${FOLDER}/${name}` : '';
    const other = name ? changed(name) : null;
    const bytes = other === undefined && existsSync(path) ? readFileSync(path) : other;
    response.writeHead(bytes ? 200 : 404, { 'content-type': TYPES[name?.split('.').at(-1)] ?? 'application/octet-stream' });
    response.end(bytes ?? '');
  });
  server.listen(0, '127.0.0.1', () => resolve({ server, address: `http://127.0.0.1:${server.address().port}${PATH}` }));
});

/** Ends a server, and the connections that browsers keep. */
export const endFolder = (server) => new Promise((resolve) => {
  server.close(resolve);
  server.closeAllConnections();
});
