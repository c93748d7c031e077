import { pause } from '../timeouts.ts';
import { accessOf, open, type Ponte, timeOf } from './connect.ts';
import { untilInterrupted } from './follow.ts';
import { type Call, momentOf, optional, wholeNumber } from './verb.ts';
import { UsageError } from './words.ts';

const LOOK_MS = 1_000;
/** Neighbours in the journal may have been created in another order, but only a few of them. */
const MARGIN = 200;

/** Prints the journal from a number or a moment on, one event per line. */
export async function events(call: Call): Promise<void> {
  const since = optional(call, 'since');
  const known = wholeNumber(call, 'after');
  if (since !== undefined && known !== undefined) {
    throw new UsageError({
      pt: 'Use --after ou --since, não os dois.',
      en: 'Use --after or --since, not both.',
    });
  }
  const moment = since === undefined ? undefined : momentOf(since);
  const access = await accessOf(call);
  const ponte = open(access, call.terminal.config);
  const from = moment && (await timeOf(moment, access, ponte));
  let after = from ? await findNumberBefore(ponte, from) : known;
  const show = async (signal?: AbortSignal): Promise<void> => {
    for await (const event of ponte.events.list({ after }, { signal })) {
      after = event.sequence;
      if (from && Date.parse(event.createdAt) < from.getTime()) continue;
      const { sequence, id, resourceId, createdAt } = event;
      const status = 'status' in event.data ? event.data.status : '';
      call.printer.answer(
        event,
        `${String(sequence).padStart(6)}  ${createdAt}  ${event.event.padEnd(20)}  ${status}  ${resourceId}  ${id}`,
      );
    }
  };
  await show();
  if (call.values.follow !== true) return;
  await untilInterrupted(call, async (signal) => {
    await pause(LOOK_MS, signal);
    if (!signal.aborted) await show(signal);
  });
}

/** A binary search: the journal is ordered by time, except for neighbours. */
async function findNumberBefore(ponte: Ponte, from: Date): Promise<number | undefined> {
  const first = await ponte.events.list({ limit: 1 }).page();
  let low = first.oldestSequence - 1;
  let high = low + 1;
  const isOlder = async (after: number): Promise<boolean> => {
    const { data } = await ponte.events.list({ after, limit: 1 }).page();
    return data[0] !== undefined && Date.parse(data[0].createdAt) < from.getTime();
  };
  for (let step = 1; await isOlder(high); step *= 2) {
    low = high;
    high += step;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isOlder(middle)) low = middle;
    else high = middle;
  }
  const start = Math.max(first.oldestSequence - 1, low - MARGIN);
  return start > 0 ? start : undefined;
}
