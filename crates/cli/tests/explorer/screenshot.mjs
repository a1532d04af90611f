// Writes the pictures of the page in docs/: what a first visitor sees, eight out-shuffles of 52 cards, and the same on a phone,
// upright. Run: node crates/cli/tests/explorer/screenshot.mjs

import { fileURLToPath } from 'node:url';
import { open, show } from './support.mjs';

const WHOLE = 'cards=52&word=out&times=8&track=2&view=table';
const PICTURES = [['story', 'story', 1060, 640], ['explorer', WHOLE, 1060, 780], ['phone', WHOLE, 390, 844]];

const world = await open();
for (const [name, state, width, height] of PICTURES) {
  const page = await world.page({ viewport: { width, height } });
  await show(page, world.link(state));
  await page.waitForTimeout(300);
  await page.screenshot({ path: fileURLToPath(new URL(`../../../../docs/${name}.png`, import.meta.url)) });
}
await world.close();
