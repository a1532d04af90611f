// Writes docs/explorer.png: the page after eight out-shuffles of 52 cards. Run: node crates/cli/tests/explorer/screenshot.mjs

import { fileURLToPath } from 'node:url';
import { open, show } from './support.mjs';

const world = await open();
const page = await world.page({ viewport: { width: 1060, height: 780 } });
await show(page, world.link('cards=52&word=out&times=8&track=2&view=table'));
await page.waitForTimeout(300);
await page.screenshot({ path: fileURLToPath(new URL('../../../../docs/explorer.png', import.meta.url)) });
await world.close();
