/**
 * `npm run bench:unblind`: whether a server that answers requests is held up while hidden outputs
 * are opened: none, in the worker's dedicated thread, and, for comparison, in the serving thread.
 * At least 10,000 in the dedicated thread; `-- --short` for CI opens some hundreds. It exits with 1
 * if that thread does not help.
 */
import { createServer } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { openUnblinder } from '../src/liquid/open-unblinder.ts';
import { openOutput } from '../src/liquid/unblind.ts';
import { loadZkp } from '../src/liquid/zkp.ts';
import { listen } from '../test/listen.ts';
import vectors from '../test/vectors/unblind.json' with { type: 'json' };
import { type LoadResult, openLoad } from './load.ts';
import { machine } from './machine.ts';
import { getRequest } from './requests.ts';
import { median } from './table.ts';
import { readOptions } from '../../tools/read-options.ts';

const values = readOptions({ short: { type: 'boolean' } });
const OUTPUTS = values.short ? 200 : 10_000;
/** How long a round takes: longest for what is to be shown. */
const SECONDS: Readonly<Record<Way, number>> = values.short
  ? { none: 2, thread: 2, inline: 2 }
  : { none: 5, thread: 20, inline: 5 };
const PER_SECOND = 500;
/** How much may be left of what opening in the serving thread adds to the slowest responses. */
const MAX_LEFT = 0.5;

const WAYS = ['none', 'thread', 'inline'] as const;
type Way = (typeof WAYS)[number];

interface Round {
  readonly answers: LoadResult;
  readonly opened: number;
}

const { rawHex, recipient } = vectors;
const zkp = await loadZkp();
const unblinder = openUnblinder();
const server = createServer((_request, response) => response.end('{}'));
const port = await listen(server);
const load = openLoad();
try {
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await unblinder.close();
  await load.stop();
  server.close();
}

/** In turn, so that whatever else the machine does affects all three equally. */
async function run(): Promise<boolean> {
  const rounds: Record<Way, Round[]> = { none: [], thread: [], inline: [] };
  for (const way of WAYS) await measure(way, 1);
  do {
    for (const way of WAYS) rounds[way].push(await measure(way, SECONDS[way]));
  } while (opened(rounds.thread) < OUTPUTS);
  const p99 = (way: Way) => median(rounds[way].map(({ answers }) => answers.p99Ms));
  process.stdout.write(
    [
      `${String(PER_SECOND)} requests a second, medians of ${String(rounds.none.length)} rounds; ${machine()}`,
      lineOf('no output opened', rounds.none),
      lineOf('in a thread', rounds.thread),
      lineOf('where it is served', rounds.inline),
      `p99 with the thread is ${(p99('thread') / p99('none')).toFixed(2)} times p99 without, and ${(p99('inline') / p99('none')).toFixed(2)} times where it is served.`,
      '',
    ].join('\n'),
  );
  // A ratio would pass where opening costs nothing at all, and so shows nothing.
  return p99('thread') - p99('none') <= MAX_LEFT * (p99('inline') - p99('none'));
}

async function measure(way: Way, seconds: number): Promise<Round> {
  let isOver = false;
  const answers = load
    .run({
      ports: [port],
      connections: 16,
      requests: Array.from({ length: 16 }, (_, account) => ({
        text: getRequest('/', {}),
        account,
      })),
      status: 200,
      warmUpMs: 200,
      seconds,
      perSecond: PER_SECOND,
      keepIds: 0,
    })
    .finally(() => (isOver = true));
  let count = 0;
  while (way !== 'none' && !isOver) {
    if (way === 'thread') await unblinder.open(rawHex, 0, recipient.blindingKey);
    else openOutput(zkp, rawHex, 0, recipient.blindingKey);
    count += 1;
    await turn();
  }
  return { answers: await answers, opened: count };
}

function lineOf(name: string, rounds: readonly Round[]): string {
  const of = (pick: (answers: LoadResult) => number) =>
    `${median(rounds.map(({ answers }) => pick(answers))).toFixed(2)} ms`.padStart(9);
  return `${name.padEnd(20)} p50 ${of(({ p50Ms }) => p50Ms)}  p99 ${of(({ p99Ms }) => p99Ms)}  opened ${String(opened(rounds)).padStart(6)}`;
}

function opened(rounds: readonly Round[]): number {
  return rounds.reduce((sum, round) => sum + round.opened, 0);
}
