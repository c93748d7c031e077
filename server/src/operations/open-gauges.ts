import { Gauge, Registry } from 'prom-client';
import type { App } from '../app.ts';
import { readSafeMode } from '../installations/store.ts';
import { countOpenAlerts } from '../operator-alerts/store.ts';
import { cachePromise } from '../platform/cache-promise.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { liveBudgetsLeft } from '../provider/budget-store.ts';
import { countDifferences } from '../reconciliation/difference-store.ts';
import { OUTCOMES } from '../reconciliation/result.ts';
import { sumLastResults } from '../reconciliation/result-store.ts';
import { countMismatches } from './count-mismatches.ts';
import { readQueues } from './read-queues.ts';

/** One sample of a gauge. */
type Sample = readonly [labels: Record<string, string>, value: number];

/** How long a scrape waits for the database before it does without. */
const TIMEOUT_MS = 2_000;
/** Cached, so that many scrapers query the database no more often than one. */
const CACHED_MS = 1_000;

/** Readings from the database about the whole installation, whichever node is asked. */
const READINGS: readonly {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly samples: (read: Reading) => readonly Sample[];
}[] = [
  {
    name: 'ponte_queue_depth',
    help: 'Work that waits, counted up to 10,000.',
    labels: ['queue'],
    samples: ({ queues }) => queues.map(({ queue, depth }) => [{ queue }, depth]),
  },
  {
    name: 'ponte_queue_age_seconds',
    help: 'How long the oldest of it has been due.',
    labels: ['queue'],
    samples: ({ queues }) => queues.map(({ queue, ageSeconds }) => [{ queue }, ageSeconds]),
  },
  {
    name: 'ponte_provider_calls_left',
    help: 'Calls that the live provider allows right now.',
    labels: ['call'],
    samples: ({ budgets }) => budgets.map(({ call, left }) => [{ call }, left]),
  },
  {
    name: 'ponte_reconciliation_differences',
    help: "Differences between our books, the provider's and the chain.",
    labels: ['kind', 'mode', 'state'],
    samples: ({ differences }) =>
      differences.flatMap(({ kind, mode, open, healed }): Sample[] => [
        [{ kind, mode, state: 'open' }, open],
        [{ kind, mode, state: 'over' }, healed],
      ]),
  },
  {
    name: 'ponte_reconciliation_last_result',
    help: 'Deposits by their outcome in the last finished comparison of each sweep.',
    labels: ['connection', 'sweep', 'outcome'],
    samples: ({ results }) =>
      results.flatMap(({ connection, sweep, ...counts }) =>
        OUTCOMES.map((outcome): Sample => [{ connection, sweep, outcome }, counts[outcome]]),
      ),
  },
  {
    name: 'ponte_chain_mismatches',
    help: 'Deposits that the chain contradicts now, by fault, counted up to 10,000.',
    labels: ['fault'],
    samples: ({ mismatches }) => mismatches.map(({ fault, count }) => [{ fault }, count]),
  },
  {
    name: 'ponte_operator_alerts_open',
    help: 'Alerts that no operator has resolved.',
    labels: ['kind', 'mode'],
    samples: ({ alerts }) => alerts.map(({ kind, mode, open }) => [{ kind, mode }, open]),
  },
  {
    name: 'ponte_safe_mode',
    help: '1 while safe mode is on.',
    labels: [],
    samples: ({ safeMode }) => [[{}, safeMode.on ? 1 : 0]],
  },
];

type Reading = Awaited<ReturnType<typeof readAll>>;

async function readAll({ db }: App) {
  const [queues, budgets, differences, results, mismatches, alerts, safeMode] = await Promise.all([
    readQueues(db),
    liveBudgetsLeft(db),
    countDifferences(db),
    sumLastResults(db),
    countMismatches(db),
    countOpenAlerts(db),
    readSafeMode(db),
  ]);
  return { queues, budgets, differences, results, mismatches, alerts, safeMode };
}

/** Renders the gauges as text; while the database is away, only that and the pool's state. */
export function openGauges(app: App): () => Promise<string> {
  const registry = new Registry();
  const gauges = READINGS.map(({ name, help, labels, samples }) => {
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
    return { gauge, samples };
  });
  const up = new Gauge({
    name: 'ponte_database_up',
    help: '1 while the database answers.',
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'ponte_database_connections',
    help: 'Connections of this process, and calls that wait for one.',
    labelNames: ['state'],
    registers: [registry],
  });
  const read = cachePromise(
    () =>
      withTimeout(
        readAll(app).catch(() => undefined),
        TIMEOUT_MS,
        () => undefined,
      ),
    CACHED_MS,
  );
  return async () => {
    const reading = await read();
    up.set(reading ? 1 : 0);
    for (const [state, count] of Object.entries(app.db.load())) connections.set({ state }, count);
    for (const { gauge, samples } of gauges) {
      gauge.reset();
      for (const [labels, value] of reading ? samples(reading) : []) gauge.set(labels, value);
    }
    return registry.metrics();
  };
}
