// Compiled, not run: the types of every function.
import { FaroError, type AuditReport, type Whole, ask, assertFair, auditShuffle, order, proveShuffle } from '../index.js';

const found: Whole = await order(52, 'out');
const large: Whole = await order(10n ** 18n, 'in');
const report: AuditReport = await auditShuffle((deck) => deck.reverse(), { decks: 100, cards: 8 });
const proof = await proveShuffle((deck) => { deck.reverse(); }, { cards: 3 });
const verdicts: string[] = [report.verdict, proof.verdict, (await assertFair((deck) => deck)).verdict];
const error: Error = new FaroError('x');
const rows = await ask(['mix', 52]);
// @ts-expect-error: a shuffle takes a deck of numbers
await auditShuffle((deck: string[]) => deck);
export { error, found, large, rows, verdicts };
