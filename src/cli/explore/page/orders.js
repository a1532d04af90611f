import { el } from './dom.js'; export default () => ({ root: el('div'), async show() { return { status: 'soon', command: 'faro', numbers: { head: ['x'], rows: [] } }; } });
