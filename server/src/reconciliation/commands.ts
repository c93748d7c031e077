import type { App } from '../app.ts';
import { recordCommand } from '../audits/record-command.ts';
import { Misuse, type Options } from '../cli-options.ts';
import type { Answer, CommandSet } from '../command.ts';
import { readDatabaseClock } from '../platform/read-database-clock.ts';
import type { SeenDifference } from './difference-store.ts';
import { reconcileNow, type Reconciled } from './reconcile-now.ts';
import { comparedIn, type Counts, type Outcome, OUTCOMES } from './result.ts';
import { parseSince } from './since.ts';

export const reconciliationCommands: CommandSet = {
  reconcile: {
    on: 'app',
    usage: '[--since TIME|NNh|NNd] [--reason TEXT]',
    help: 'compare with provider and chain now, 48h back; exits with 1 if something differs',
    judge: (options) => spanIn(options, new Date()),
    run: compareNow,
  },
};

function spanIn({ since = '48h' }: Options, now: Date) {
  const spanMs = typeof since === 'string' ? parseSince(since, now) : undefined;
  if (spanMs === undefined) throw new Misuse('--since takes 48h, 7d or a time that is past');
  return { since, spanMs };
}

async function compareNow(app: App, options: Options): Promise<Answer> {
  const { since, spanMs } = spanIn(options, await readDatabaseClock(app.db));
  const about = { details: { since } };
  await app.db.begin((tx) => recordCommand(tx, 'reconcile', options, about));
  const done = await reconcileNow(app, spanMs);
  const open = done.differences.filter(({ resolvedAt }) => resolvedAt === null);
  const { compared, unreachable, unfinished, differences } = done;
  return {
    json: {
      compared,
      unreachable,
      unfinished,
      open: open.length,
      deposits: { compared: comparedIn(done.deposits), ...done.deposits },
      differences,
    },
    text: [...remarksOn(done), ...tableOf(differences)].join('\n'),
    failed: open.length > 0 || unfinished > 0 || unreachable.includes('live'),
  };
}

const UNREACHABLE = {
  live: 'The live provider gave no answer or is not configured here; nothing of live was compared. Set its variables as for the server, or try again.',
  test: 'The sandbox cannot be reached, so no test environment was compared. Start the server to compare them too.',
};

function remarksOn(done: Reconciled): string[] {
  const { compared, unreachable, unfinished, differences } = done;
  const remarks = unreachable.map((mode) => UNREACHABLE[mode]);
  if (unfinished > 0) {
    remarks.push(`${String(unfinished)} connections were not compared to the end; workers go on.`);
  }
  const found = differences.length === 0 ? 'nothing differs' : 'this differs or did';
  return [
    ...remarks,
    `Connections compared: ${String(compared)}; ${found}.`,
    `Deposits compared: ${String(comparedIn(done.deposits))}${describeCounts(done.deposits)}.`,
  ];
}

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  matched: 'match',
  missingAtProvider: 'missing at the provider',
  missingOnChain: 'missing on the chain',
  amountDiffers: 'amount differs',
  waiting: 'wait for an answer',
};

function describeCounts(counts: Counts): string {
  const parts = OUTCOMES.filter((outcome) => counts[outcome] > 0).map(
    (outcome) => `${String(counts[outcome])} ${OUTCOME_WORDS[outcome]}`,
  );
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

const HEAD = ['kind', 'state', 'provider ref', 'deposit', 'connection', 'times', 'last seen'];

function tableOf(differences: readonly SeenDifference[]): string[] {
  if (differences.length === 0) return [];
  const rows = differences.map((one) => [
    one.kind,
    one.resolution ?? 'open',
    one.providerRef,
    one.resourceId ?? '-',
    one.connection,
    String(one.times),
    one.lastSeenAt.toISOString(),
  ]);
  const widths = HEAD.map((_, at) =>
    Math.max(...[HEAD, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  return [HEAD, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
