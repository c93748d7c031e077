/**
 * `npm run test:scale`: three APIs and three workers on one PostgreSQL behind PgBouncer, which are
 * killed or restarted one after the other. `--seed N` repeats a plan, `--short` is what CI runs,
 * `--keep` keeps the logs.
 */
import { randomInt } from 'node:crypto';
import { runSealed } from '../kill/seal.ts';
import { findPgbouncer } from './pgbouncer.ts';
import { FULL, SHORT } from './plan.ts';
import { scaleTableOf } from './report.ts';
import { linesOf } from '../kill/report.ts';
import { runScale } from './run-scale.ts';
import { readOptions, wholeNumber } from '../../../tools/read-options.ts';

const values = readOptions({
  seed: { type: 'string' },
  short: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
});
const seed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber('seed', values.seed);
const pgbouncer = findPgbouncer();
if (!pgbouncer) {
  console.error('This needs pgbouncer, which is not installed here: apt-get install pgbouncer');
  process.exit(2);
}
const sealed = await runSealed();
if (sealed !== undefined) process.exit(sealed);
const startedAt = performance.now();
const seconds = (): number => (performance.now() - startedAt) / 1_000;

console.log(`seed ${seed}, ${pgbouncer.version}`);
const outcome = await runScale({
  seed,
  size: values.short ? SHORT : FULL,
  pgbouncer: pgbouncer.program,
  keep: values.keep,
  say: (line) => console.log(`${seconds().toFixed(0).padStart(4)} s  ${line}`),
});
console.log(`\n${scaleTableOf(outcome, seconds())}`);
const violations = linesOf(outcome.violations);
console.log(violations.join('\n') || '✔ every invariant holds');
process.exitCode = violations.length > 0 ? 1 : 0;
