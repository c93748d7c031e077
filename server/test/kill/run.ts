/**
 * `npm run test:kill`: thousands of operations while everything is killed again and again.
 * `--seed N` repeats a plan, `--keep` keeps the logs, `--short` is what `npm run test:long` runs.
 */
import { randomInt } from 'node:crypto';
import { runSealed } from './seal.ts';
import { FULL, SHORT } from './plan.ts';
import { failpointsOf, tableOf, violationsOf } from './report.ts';
import { runPlan } from './run-plan.ts';
import { readOptions, wholeNumber } from '../../../tools/read-options.ts';

const values = readOptions({
  seed: { type: 'string' },
  short: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
});
const seed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber('seed', values.seed);
const sealed = await runSealed();
if (sealed !== undefined) process.exit(sealed);
const startedAt = performance.now();
const seconds = (): number => (performance.now() - startedAt) / 1_000;

console.log(`seed ${seed}`);
const outcomes = await runPlan({
  seed,
  size: values.short ? SHORT : FULL,
  keep: values.keep,
  say: (line) => console.log(`${seconds().toFixed(0).padStart(4)} s  ${line}`),
});
console.log(`\n${tableOf(outcomes, seconds())}\n\n${failpointsOf(outcomes)}\n`);
const violations = violationsOf(outcomes);
console.log(violations.join('\n') || '✔ every invariant holds');
process.exitCode = violations.length > 0 ? 1 : 0;
