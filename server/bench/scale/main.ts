/**
 * `npm run bench:scale`: how long creating a deposit and reading a page of each list takes with
 * 10,000,000 deposits stored, or as many as `-- --rows 1000000` says, compared with 1,000 in the
 * same run. Above 1.3 times it says so and exits with status 1.
 */
import { machine } from '../machine.ts';
import { runRounds } from '../run-rounds.ts';
import type { Row } from '../scenario.ts';
import { onStage } from '../stage.ts';
import { MAX_RATIO, SCALE_ROWS } from './rows.ts';
import { readOptions, wholeNumber } from '../../../tools/read-options.ts';

const values = readOptions({
  rows: { type: 'string', default: '10000000' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  only: { type: 'string' },
});
const seconds = wholeNumber('seconds', values.seconds, 1);
const count = wholeNumber('rounds', values.rounds, 1);
const wanted = values.only?.split(',');
const rows = SCALE_ROWS.filter(({ name }) => wanted?.includes(name) ?? true);
const say = (text: string): void => void process.stderr.write(`${text}\n`);

await onStage(
  { isShort: false, rows: wholeNumber('rows', values.rows, 1), nodeOptions: [] },
  () => undefined,
  async (stage, { version }) => {
    const rates = await runRounds(stage, rows, {
      count,
      seconds,
      warmUp: { count: 4, seconds },
      say,
    });
    process.stdout.write(`${machine()}, PostgreSQL ${version}\n`);
    process.stdout.write(`${values.rows} deposits stored beside 1000, ${values.rounds} rounds\n`);
    for (const row of rows) tell(row, rates);
  },
);

function tell({ name, probe, beside }: Row, rates: Awaited<ReturnType<typeof runRounds>>): void {
  const [many = [], few = []] = [rates.get(probe), rates.get(beside)];
  const ratios = many.map((rate, round) => (few[round] ?? 0) / rate).toSorted((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? Number.NaN;
  const range = `${(ratios[0] ?? 0).toFixed(2)} to ${(ratios.at(-1) ?? 0).toFixed(2)}`;
  const verdict = median <= MAX_RATIO ? 'held' : 'above its limit';
  process.stdout.write(`${name}: ${median.toFixed(2)} times (${range}), ${verdict}\n`);
  if (median > MAX_RATIO) process.exitCode = 1;
}
