/**
 * `npm run bench`: what the gateway achieves compared with what its database, or a bare loop, can
 * do alone in the same run. `-- --short` for CI, `-- --only post,get` for some rows, `-- --gate` to
 * exit with status 1 if a ratio is missed, `-- --markdown FILE` to write it all to a file.
 */
import { writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { describeRun } from './describe-run.ts';
import { CONNECTIONS, findPgbench } from './limits.ts';
import { ROWS, TRIALS } from './rows.ts';
import { type Rates, runRounds } from './run-rounds.ts';
import type { Finding, Stage } from './scenario.ts';
import { onStage, type Server } from './stage.ts';
import { evaluate, hasMissed, median } from './table.ts';
import { namesIn, readOptions, wholeNumber } from '../../tools/read-options.ts';

const values = readOptions({
  short: { type: 'boolean', default: false },
  only: { type: 'string' },
  rows: { type: 'string' },
  rounds: { type: 'string' },
  gate: { type: 'boolean', default: false },
  markdown: { type: 'string' },
  'cpu-prof': { type: 'string' },
});
const LENGTH = values.short
  ? { count: 3, seconds: 0.6, warmUp: { count: 2, seconds: 3 } }
  : { count: 5, seconds: 3, warmUp: { count: 4, seconds: 4 } };
const MANY = values.short ? 100_000 : 10_000_000;

const ROUNDS = values.rounds === undefined ? LENGTH.count : wholeNumber('rounds', values.rounds, 1);

const known = [...ROWS, ...TRIALS].map(({ name }) => name);
const wanted = values.only === undefined ? known : namesIn('only', values.only, known);
const isWanted = ({ name }: { readonly name: string }): boolean => wanted.includes(name);
const rows = ROWS.filter(isWanted);
const trials = TRIALS.filter(isWanted);
const rates: { current: Rates } = { current: new Map() };

const pgbench = await findPgbench();
if (pgbench === undefined) {
  process.stderr.write('pgbench is missing: it comes with Debian’s package postgresql\n');
  process.exit(2);
}
const { 'cpu-prof': profile } = values;
const settings = {
  isShort: values.short,
  rows: values.rows === undefined ? MANY : wholeNumber('rows', values.rows, 1),
  nodeOptions: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
};
const startedAt = performance.now();
await onStage(settings, rateOf, (stage, server) => run(stage, server, pgbench));

async function run(stage: Stage, server: Server, tool: string): Promise<void> {
  const rounds = { ...LENGTH, count: ROUNDS, say };
  rates.current = await runRounds(stage, rows, rounds);
  const findings: Finding[] = [];
  for (const trial of trials) {
    say(`trial ${trial.name}`);
    findings.push(...(await trial.run(stage)));
  }
  const evaluated = rows.map((row) => evaluate(row, rates.current));
  const described = await describeRun({
    ...{ evaluated, rates: rates.current, findings, server, rounds },
    rows: stage.rows,
    limit: `${tool}, ${String(CONNECTIONS)} connections`,
    minutes: (performance.now() - startedAt) / 60_000,
  });
  process.stdout.write(described.text);
  if (values.markdown !== undefined) await writeMarkdown(values.markdown, described.markdown);
  const missed = evaluated.some(({ verdict }) => verdict === 'missed') || findings.some(hasMissed);
  if (missed && values.gate) process.exitCode = 1;
}

/** Formatted like every other file, so that it can be committed as it is. */
async function writeMarkdown(path: string, text: string): Promise<void> {
  const settings = await resolveConfig(path);
  await writeFile(path, await format(text, { ...settings, filepath: path }));
}

function rateOf(name: string): number | undefined {
  const found = [...rates.current].find(([probe]) => probe.name === name);
  return found && median(found[1]);
}

function say(progress: string): void {
  process.stderr.write(`${progress}\n`);
}
