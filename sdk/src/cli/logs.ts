import type { LoggedRequest, RequestQuery } from '../index.ts';
import { pause } from '../timeouts.ts';
import { connect, type Ponte } from './connect.ts';
import { untilInterrupted } from './follow.ts';
import { type Call, optional, wholeNumber } from './verb.ts';
import { UsageError } from './words.ts';

const LOOK_MS = 1_000;
const SHOWN = 50;
/** The most that a first look shows. */
const MOST = 1_000;

/**
 * Every process of the gateway writes its requests in batches, so one may appear after another that
 * was answered later: by a second, or by more if the database is slow.
 */
const LATE_MS = 5_000;

/** Prints the requests of the account's keys from the request log, oldest first. */
export async function logs(call: Call): Promise<void> {
  const isFollowed = call.values.follow === true;
  const filter = filterOf(call);
  const limit = limitOf(call);
  const log = { ponte: await connect(call), isFollowed, ...filter };
  let trail = NO_TRAIL;
  const look = async (most: number, signal?: AbortSignal): Promise<void> => {
    const next = await readBack({ ...log, signal }, most, trail);
    show(call, next.found);
    trail = next.trail;
  };
  await look(limit);
  if (!isFollowed) return;
  await untilInterrupted(call, async (signal) => {
    await pause(LOOK_MS, signal);
    if (!signal.aborted) await look(MOST, signal);
  });
}

function limitOf(call: Call): number {
  const limit = wholeNumber(call, 'limit') ?? SHOWN;
  if (limit > 0) return Math.min(limit, MOST);
  throw new UsageError({ pt: '--limit pede 1 ou mais.', en: '--limit takes 1 or more.' });
}

interface Filter {
  readonly status: RequestQuery['status'];
  readonly holds: (request: LoggedRequest) => boolean;
}

function filterOf(call: Call): Filter {
  const text = optional(call, 'status');
  const outcome = text === undefined ? undefined : OUTCOMES[text.charAt(0)];
  if (text === undefined) return { status: undefined, holds: () => true };
  if (outcome === undefined || !/^[1-5](xx|\d\d)$/.test(text)) {
    throw new UsageError({
      pt: '--status pede 2xx, 4xx, 5xx ou um número como 409.',
      en: '--status takes 2xx, 4xx, 5xx or a number such as 409.',
    });
  }
  const digits = text.replace('xx', '');
  return { status: outcome, holds: ({ status }) => String(status).startsWith(digits) };
}

const OUTCOMES: Readonly<Record<string, RequestQuery['status']>> = {
  '2': 'ok',
  '3': 'ok',
  '4': 'client_error',
  '5': 'server_error',
};

interface Log extends Filter {
  readonly ponte: Ponte;
  readonly isFollowed: boolean;
  /** Ends the look. */
  readonly signal: AbortSignal | undefined;
}

/** How far the looks so far have come, whether or not they have shown anything. */
interface Trail {
  /** When the newest request was answered. */
  readonly newest: number;
  /** When it was first seen, by this program's own clock. */
  readonly metAt: number;
  /** Every request answered until then has been seen. */
  readonly until: number;
  /** The ids of requests seen after that time: a few seconds' worth. */
  readonly met: ReadonlySet<string>;
}

const NO_TRAIL: Trail = { newest: 0, metAt: 0, until: 0, met: new Set() };

interface Look {
  readonly found: readonly LoggedRequest[];
  readonly trail: Trail;
}

/** Requests not seen before, newest first, back to where none can still arrive late. */
async function readBack(
  { ponte, status, holds, isFollowed, signal }: Log,
  most: number,
  before: Trail,
): Promise<Look> {
  const lookedAt = performance.now();
  const found: LoggedRequest[] = [];
  const met = new Set<string>();
  let trail: Trail | undefined;
  for await (const request of ponte.requests.list({ status }, { signal })) {
    const at = Date.parse(request.at);
    trail ??= { ...trailTo(at, lookedAt, before), met };
    // Requests that are not shown count as seen, too, or they would be taken for late ones.
    const isEnough = found.length === most;
    if (at <= (isEnough ? trail.until : before.until)) break;
    if (at > trail.until) met.add(request.id);
    if (!isEnough && !before.met.has(request.id) && holds(request)) found.push(request);
    if (found.length === most && !isFollowed) break;
  }
  return { found, trail: trail ?? before };
}

/** While nothing new arrives, less can still be late: an idle log costs one page per look. */
function trailTo(newest: number, lookedAt: number, before: Trail): Omit<Trail, 'met'> {
  const isNew = newest !== before.newest;
  const lateMs = isNew ? LATE_MS : Math.max(0, LATE_MS - (lookedAt - before.metAt));
  return {
    newest,
    metAt: isNew ? performance.now() : before.metAt,
    until: Math.max(before.until, newest - lateMs),
  };
}

function show({ printer }: Call, found: readonly LoggedRequest[]): void {
  for (const request of [...found].reverse()) {
    const { at, method, path, status, error, durationMs, requestId } = request;
    const what = `${String(status)}  ${method.padEnd(6)} ${path}`;
    const how = `${String(durationMs)} ms${error === null ? '' : `  ${error}`}`;
    printer.answer(request, `${at}  ${what}  ${how}  ${requestId}`);
  }
}
