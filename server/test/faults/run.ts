/**
 * `npm run test:faults`: every row of the fault matrix, held or not, and then the random kills.
 * `--row D6,O3` runs some rows, `--short` leaves out what is long and kills less, `--matrix` leaves
 * out the kills.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runTests, onTestStage, type TestStage } from '../../../tools/run-tests.ts';
import { collect, verdictOn, linesOf, type Results } from './verdicts.ts';
import { MATRIX } from './matrix.ts';
import { PARTS, type Row, WHOLE } from './row.ts';
import { namesIn, readOptions } from '../../../tools/read-options.ts';

const values = readOptions({
  row: { type: 'string' },
  short: { type: 'boolean', default: false },
  matrix: { type: 'boolean', default: false },
});
const rows = values.row === undefined ? MATRIX : selectRows(values.row);
const startedAt = performance.now();
const seconds = (): string => ((performance.now() - startedAt) / 1_000).toFixed(0);

const isLong = (file: string): boolean => file.endsWith('.long.test.ts');
const isRun = (file: string): boolean => !values.short || !isLong(file);

const results = await onTestStage(runRows);
const verdicts = rows.map((row) => verdictOn(row, results, isRun));
for (const [letter, { about }] of Object.entries(PARTS)) {
  const part = verdicts.filter(({ row }) => row.id.startsWith(letter));
  if (part.length > 0) console.log(`\n${about}\n${part.flatMap(linesOf).join('\n')}`);
}
const failed = verdicts.filter(({ problems }) => problems.length > 0);
const held = verdicts.filter(({ tests, problems }) => tests > 0 && problems.length === 0);
console.log(`\n${String(held.length)} of ${String(rows.length)} rows held, ${seconds()} s`);
for (const { row } of failed) console.log(`✖ ${row.id} did not hold`);
const survives = values.matrix || values.row !== undefined || survivesKills();
process.exitCode = failed.length === 0 && survives ? 0 : 1;

function selectRows(text: string): readonly Row[] {
  const known = MATRIX.map(({ id }) => id);
  const wanted = namesIn('row', text, known);
  return MATRIX.filter(({ id }) => wanted.includes(id));
}

/** Long files run last, one at a time; of the others only the tests that are named. */
async function runRows(stage: TestStage): Promise<Results> {
  const found: Results = new Map();
  const cases = rows.flatMap(({ shownBy }) => Object.entries(shownBy));
  const whole = new Set(cases.flatMap(([file, names]) => (names === WHOLE ? [file] : [])));
  const files = [...new Set(cases.map(([file]) => file))].filter(isRun);
  const only = cases.flatMap(([file, names]) => (names === WHOLE || whole.has(file) ? [] : names));
  const turns = [
    { files: files.filter((file) => !isLong(file) && whole.has(file)), alone: false },
    {
      files: files.filter((file) => !isLong(file) && !whole.has(file)),
      alone: false,
      // A test in a suite is reported under both names, so its own may occur anywhere.
      only: only.map((name) => new RegExp(RegExp.escape(name))),
    },
    { files: files.filter(isLong), alone: true },
  ];
  for (const turn of turns) {
    if (turn.files.length === 0) continue;
    await collect(found, runTests(stage, turn));
    console.log(`${seconds().padStart(4)} s  ${String(turn.files.length)} files have run`);
  }
  stage.signal.throwIfAborted();
  return found;
}

function survivesKills(): boolean {
  const run = join(import.meta.dirname, '../kill/run.ts');
  const size = values.short ? ['--short'] : [];
  const { status } = spawnSync(process.execPath, [run, ...size], { stdio: 'inherit' });
  return status === 0;
}
