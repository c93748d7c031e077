import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** For a page, instead of a body. */
  readonly form?: Readonly<Record<string, string>>;
  /** The address of a page's visitor, who has no key. */
  readonly from?: string;
  readonly idempotencyKey?: string;
  /** How long to stay away after an unanswered try. */
  readonly awayMs?: number;
  /** Whether it is sent at once, however many are in flight. */
  readonly bursts?: boolean;
  /** Whether it begins an operation: until it is sent, those already begun go first. */
  readonly begins?: boolean;
}

export interface Reply {
  readonly status: number;
  readonly replayed: boolean;
  readonly text: string;
  readonly location: string | undefined;
  /** How long the server asks to be left alone. */
  readonly waitMs: number;
  /** How often it was resent automatically before; never by default. */
  readonly sentBefore?: number;
}

export interface Answer extends Reply {
  /** The code of an error; undefined in every other response. */
  readonly error: string | undefined;
  /** How many earlier tries may have reached the server without an answer. */
  readonly unanswered: number;
}

/** A patient client of one installation. */
export interface Client {
  /** Sends a call until it has a final response. @throws when the time is up */
  insist(call: Call): Promise<Answer>;
  /** How often each status came; 0 stands for no response at all. */
  readonly statuses: ReadonlyMap<number, number>;
  close(): Promise<void>;
}

/** One try of a call. It throws when no response came. */
export type Send = (call: Call) => Promise<Reply>;

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 250;
/** Longer than the killing goes on: after it, one lease of 30 s is the longest wait. */
export const MAX_WAIT_MS = 480_000;

/** How many requests may be in flight at once, at the moment. */
export type Concurrency = () => number;

export interface ClientSettings {
  readonly send: Send;
  readonly concurrency: Concurrency;
  readonly close: () => Promise<void>;
}

export function openClient({ send, concurrency, close }: ClientSettings): Client {
  const statuses = new Map<number, number>();
  const gate = openGate(concurrency);
  return {
    statuses,
    insist: async (call) => {
      // The time does not start before it is sent.
      let deadline = Number.POSITIVE_INFINITY;
      const ask = (): Promise<Reply> => {
        deadline = Math.min(deadline, performance.now() + MAX_WAIT_MS);
        return send(call);
      };
      const tries = new Map<number, number>();
      for (let unanswered = 0; performance.now() < deadline; unanswered += 1) {
        const trying =
          call.bursts === true
            ? ask()
            : gate(ask, { isFirst: call.begins === true && tries.size === 0 });
        const reply = await trying.catch(() => undefined);
        for (const counts of [statuses, tries]) countUp(counts, reply?.status ?? 0);
        const before = unanswered + (reply?.sentBefore ?? 0);
        const answer = reply && { ...reply, unanswered: before, error: errorIn(reply) };
        if (answer && isFinal(answer)) return answer;
        await pause(Math.max(PAUSE_MS, answer ? answer.waitMs : (call.awayMs ?? 0)));
      }
      const heard = [...tries].map(([status, count]) => `${count} times ${status}`).join(', ');
      throw new Error(`${call.method} ${call.path} was only answered ${heard}`);
    },
    close,
  };
}

/** One try over a connection of the dispatcher's. */
export async function sendOver(
  dispatcher: Dispatcher,
  url: string,
  key: string,
  { method, path, body, form, from, idempotencyKey }: Call,
): Promise<Reply> {
  const response = await request(`${url}${path}`, {
    dispatcher,
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...(from === undefined ? { authorization: `Bearer ${key}` } : { 'x-forwarded-for': from }),
      ...(body && { 'content-type': 'application/json' }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: form ? new URLSearchParams(form).toString() : body ? JSON.stringify(body) : null,
  });
  const text = await response.body.text();
  const { statusCode: status, headers } = response;
  const waitMs = Number(headers['retry-after'] ?? 0) * 1_000;
  const replayed = headers['idempotent-replayed'] === 'true';
  const location = headers.location === undefined ? undefined : String(headers.location);
  return { status, text, waitMs, replayed, location };
}

function countUp(counts: Map<number, number>, status: number): void {
  counts.set(status, (counts.get(status) ?? 0) + 1);
}

function errorIn({ status, text }: Reply): string | undefined {
  if (status < 400 || !text.startsWith('{')) return undefined;
  // Every error of the API has this shape.
  return (JSON.parse(text) as { error: string }).error;
}

function isFinal({ status, error }: Answer): boolean {
  return status < 500 && status !== 429 && error !== 'in_progress';
}

type Gate = <Result>(work: () => Promise<Result>, of: { isFirst: boolean }) => Promise<Result>;

/**
 * Limits concurrency, and lets nobody in for the first time before those who were there already:
 * otherwise their time would run out in the queue, and thousands of operations would be open that
 * nobody comes back to.
 */
function openGate(width: Concurrency): Gate {
  const others: (() => void)[] = [];
  const firsts: (() => void)[] = [];
  let within = 0;
  const admit = (): void => {
    while (within < width()) {
      const next = others.shift() ?? firsts.shift();
      if (!next) return;
      within += 1;
      next();
    }
  };
  return async (work, { isFirst }) => {
    const turn = new Promise<void>((resolve) => (isFirst ? firsts : others).push(resolve));
    admit();
    await turn;
    try {
      return await work();
    } finally {
      within -= 1;
      admit();
    }
  };
}
