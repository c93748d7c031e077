import type { LoggedRequest, RequestQuery } from '../index.ts';
import { connect, type Ponte } from './connect.ts';
import { untilInterrupted } from './follow.ts';
import { pause } from './pause.ts';
import { type Call, optional, wholeNumber } from './verb.ts';
import { UsageError } from './words.ts';

const LOOK_MS = 1_000;
const SHOWN = 50;
/** What a first look shows at most. */
const MOST = 1_000;

/** Prints the requests of the account's keys, oldest first, as the request log has them. */
export async function logs(call: Call): Promise<void> {
  const filter = filterOf(call);
  const limit = Math.min(wholeNumber(call, 'limit') ?? SHOWN, MOST);
  const ponte = await connect(call);
  const first = await readBack(ponte, filter, limit, undefined);
  let newest = show(call, first);
  if (call.values.follow !== true) return;
  await untilInterrupted(call, async (signal) => {
    await pause(LOOK_MS, signal);
    if (signal.aborted) return;
    newest = show(call, await readBack(ponte, filter, MOST, newest)) ?? newest;
  });
}

interface Filter {
  readonly status: RequestQuery['status'];
  readonly holds: (asked: LoggedRequest) => boolean;
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
  const exact = text.endsWith('xx') ? undefined : Number(text);
  return { status: outcome, holds: ({ status }) => exact === undefined || status === exact };
}

const OUTCOMES: Readonly<Record<string, RequestQuery['status']>> = {
  '2': 'ok',
  '3': 'ok',
  '4': 'client_error',
  '5': 'server_error',
};

/** Newest first, back to the last one known or until there are enough. */
async function readBack(
  ponte: Ponte,
  { status, holds }: Filter,
  most: number,
  known: string | undefined,
): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = [];
  for await (const asked of ponte.requests.list({ status })) {
    if (asked.id === known) break;
    if (holds(asked)) found.push(asked);
    if (found.length === most) break;
  }
  return found;
}

/** @returns the newest shown, if any */
function show({ printer }: Call, found: readonly LoggedRequest[]): string | undefined {
  for (const asked of [...found].reverse()) {
    const { at, method, path, status, error, durationMs, requestId } = asked;
    const what = `${String(status)}  ${method.padEnd(6)} ${path}`;
    const how = `${String(durationMs)} ms${error === null ? '' : `  ${error}`}`;
    printer.answer(asked, `${at}  ${what}  ${how}  ${requestId}`);
  }
  return found[0]?.id;
}
