/**
 * `npm run test:simulate`: 100,000 schedules, or as many as `-- --schedules` says, from the seed
 * given by `--from`. `-- --seed S` repeats one of them and prints everything that happened in it.
 */
import { loadSimulated } from './hooks.ts';
import { simulate } from './simulate.ts';
import { readOptions, wholeNumber } from '../../../tools/read-options.ts';

const MAX_PRINTED = 10;

const values = readOptions({
  schedules: { type: 'string', default: '100000' },
  from: { type: 'string', default: '1' },
  seed: { type: 'string' },
});

async function repeat(seed: number): Promise<boolean> {
  loadSimulated();
  const { runSchedule } = await import('./schedule.ts');
  const { trace, wrongs, steps } = await runSchedule(seed, true);
  for (const line of trace) console.log(line);
  for (const wrong of wrongs) console.log(`✖ ${wrong}`);
  console.log(`seed ${String(seed)}: ${String(steps)} steps, ${String(wrongs.length)} wrongs`);
  return wrongs.length === 0;
}

async function runMany(from: number, schedules: number): Promise<boolean> {
  const began = performance.now();
  const to = from + schedules - 1;
  const said = { at: began };
  const { steps, failed } = await simulate({
    ...{ from, to },
    onProgress: (done) => {
      if (performance.now() - said.at < 10_000) return;
      said.at = performance.now();
      console.log(`${String(done)} of ${String(schedules)} schedules`);
    },
  });
  for (const { seed, wrongs } of failed.slice(0, MAX_PRINTED)) {
    console.log(`✖ seed ${String(seed)}: ${wrongs.slice(0, 3).join('; ').slice(0, 400)}`);
    console.log(`  npm run test:simulate -- --seed ${String(seed)}`);
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(
    `${String(schedules)} schedules from seed ${String(from)}, ${String(steps)} steps, ${seconds} s: ` +
      `${String(failed.length)} failed`,
  );
  return failed.length === 0;
}

const isWell =
  values.seed === undefined
    ? await runMany(wholeNumber('from', values.from), wholeNumber('schedules', values.schedules))
    : await repeat(wholeNumber('seed', values.seed));
process.exitCode = isWell ? 0 : 1;
