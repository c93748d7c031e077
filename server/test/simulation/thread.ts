/** A thread of the simulation: runs the schedules whose seeds it receives. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadSimulated } from './hooks.ts';
import type { Edit } from './mutants.ts';
import type { Verdict } from './schedule.ts';
import type { Piece } from './simulate.ts';

// Passed by whoever starts the thread.
loadSimulated(workerData as readonly Edit[]);
const { runSchedule } = await import('./schedule.ts');

// Refusals are thrown by the thousand, and nobody reads their stack traces.
Error.stackTraceLimit = 0;

async function run({ from, to }: Piece): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let seed = from; seed <= to; seed += 1) verdicts.push(await runSchedule(seed));
  return verdicts;
}

parentPort?.on('message', (piece: Piece) => {
  void run(piece).then((verdicts) => parentPort?.postMessage(verdicts));
});
