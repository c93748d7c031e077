import type { App, Tenant } from '../app.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { faultOf } from '../platform/log.ts';
import { shuffled } from '../platform/shuffled.ts';
import {
  type ChargeListing,
  isNotExecuted,
  type PixProvider,
  ProviderFailure,
} from '../provider/port.ts';
import { listSpanStarts, type OpenDeposit } from './store.ts';

/** How far the provider's creation time may be from ours: clock skew plus the call's duration. */
const MARGIN_MS = 2 * MINUTE_MS;
/** How much of the provider's list one turn asks for; older charges are read one by one. */
const LISTED_MS = HOUR_MS;
/** Charges of ours per list call. A call returns 200; the rest leaves room for the margins. */
const PER_LIST = 100;

/** A time span of the provider's list, and the deposits in it whose look is due. */
export interface Span {
  readonly from: Date;
  /** Undefined: too old for the list. */
  readonly to: Date | undefined;
  readonly due: readonly OpenDeposit[];
}

/**
 * The time spans that contain due deposits, each short enough for a single list call, unless they
 * were made in a burst: spans shorter than their margins would list the whole burst once each.
 * Shuffled, so that no span is always last when calls are scarce.
 */
export async function spansOf(
  app: App,
  connection: Tenant,
  deposits: readonly OpenDeposit[],
): Promise<Span[]> {
  const newest = new Date(Math.max(...deposits.map(({ createdAt }) => createdAt.getTime())));
  const oldest = before(newest, LISTED_MS);
  const everyHundredth = await listSpanStarts(app.db, connection, oldest, newest, PER_LIST);
  const starts = [...apart(everyHundredth, newest), oldest];
  const spans = Map.groupBy(deposits, ({ createdAt }) =>
    starts.findIndex((start) => start.getTime() <= createdAt.getTime()),
  );
  return shuffled(
    [...spans].map(([at, due]) => {
      const to = at < 0 ? undefined : starts[at - 1];
      return { from: starts[at] ?? oldest, to: at === 0 ? before(newest, -1) : to, due };
    }),
  );
}

/** Those of the times, newest first, that are `MARGIN_MS` or more from the one kept before. */
function apart(times: readonly Date[], newest: Date): Date[] {
  let last = newest;
  return times.filter((time) => {
    if (last.getTime() - time.getTime() < MARGIN_MS) return false;
    last = time;
    return true;
  });
}

/**
 * What the provider lists in a span. Undefined if its list is unavailable; readings may still work.
 * The list has been broken for weeks before.
 */
export async function listSpan(
  app: App,
  provider: PixProvider,
  { from, to }: Span,
): Promise<readonly ChargeListing[] | undefined> {
  if (!to) return [];
  try {
    return await provider.listCharges(before(from, MARGIN_MS), before(to, -MARGIN_MS));
  } catch (error) {
    if (!(error instanceof ProviderFailure) || isNotExecuted(error)) throw error;
    app.log.warn({ job: 'deposit looks', ...faultOf(error) });
    return undefined;
  }
}

function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}
