/**
 * `npm run bench:scale`: how long creating a deposit and reading a page of each list takes with
 * 10,000,000 deposits stored, or as many as `-- --rows 1000000` says, compared with 1,000 in the
 * same run. Above 1.3 times it says so and exits with status 1.
 */
import { machine } from '../machine.ts';
import { runRounds } from '../run-rounds.ts';
import { onStage } from '../stage.ts';
import { type Evaluation, evaluate, median } from '../table.ts';
import { SCALE_ROWS } from './rows.ts';
import { namesIn, readOptions, wholeNumber } from '../../../tools/read-options.ts';

const values = readOptions({
  rows: { type: 'string', default: '10000000' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  only: { type: 'string' },
});
const seconds = wholeNumber('seconds', values.seconds, 1);
const count = wholeNumber('rounds', values.rounds, 1);
const known = SCALE_ROWS.map(({ name }) => name);
const wanted = values.only === undefined ? known : namesIn('only', values.only, known);
const rows = SCALE_ROWS.filter(({ name }) => wanted.includes(name));
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
    for (const row of rows) tell(evaluate(row, rates));
  },
);

function tell({ row, ratios, verdict }: Evaluation): void {
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  const word = verdict === 'held' ? 'held' : 'above its limit';
  process.stdout.write(`${row.name}: ${median(ratios).toFixed(2)} times (${range}), ${word}\n`);
  if (verdict !== 'held') process.exitCode = 1;
}
