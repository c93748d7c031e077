import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { App } from '../app.ts';
import { failpoint } from '../failpoint.ts';
import { type DueNotice, leaseDueNotices, markAttempted, untilNextNotice } from './store.ts';

const ATTEMPT_LIMIT_MS = 15_000;
const REFUSED_PAUSE_MS = 250;
const BATCH = 64;
const PER_PARTNER = 64;
const IDLE_MS = 1_000;

export interface NoticeSender {
  /** Starts the attempts that are due. @returns when to look again */
  turn(): Promise<number>;
  /** Abandons the attempts in flight; left unmarked, they are made again by the next process. */
  close(): Promise<void>;
}

/** Sends what partners are owed: one attempt each; a slow partner holds up nobody else. */
export function createNoticeSender(app: App): NoticeSender {
  const agent = new Agent({ pipelining: 1 });
  const closing = new AbortController();
  const underWay = new Map<string, number>();
  const attempts = new Set<Promise<void>>();
  let turns = 0;

  const attempt = async (notice: DueNotice) => {
    count(underWay, notice.partner, 1);
    let isAwaited = false;
    try {
      await post(agent, notice, closing.signal);
      if (closing.signal.aborted) return;
      failpoint('sandbox.after-notice');
      const turn = turns;
      // A concurrent turn may have skipped a notice that this marking did not see yet.
      isAwaited = (await markAttempted(app.db, notice.seq)) || turn !== turns;
    } catch {
      // Marking failed: the lease runs out and the notice is sent again.
    } finally {
      const wasFull = isFull(underWay, notice.partner);
      count(underWay, notice.partner, -1);
      if (isAwaited || wasFull) app.wake('notices');
    }
  };

  const turn = async () => {
    turns += 1;
    const full = [...underWay.keys()].filter((partner) => isFull(underWay, partner));
    const due = await leaseDueNotices(app.db, full, BATCH);
    for (const notice of due) {
      const made: Promise<void> = attempt(notice).finally(() => attempts.delete(made));
      attempts.add(made);
    }
    return due.length === BATCH ? 0 : untilNextNotice(app.db, IDLE_MS);
  };

  const close = async () => {
    closing.abort();
    await Promise.all(attempts);
    await agent.destroy();
  };
  return { turn, close };
}

const isFull = (underWay: ReadonlyMap<string, number>, partner: string): boolean =>
  (underWay.get(partner) ?? 0) >= PER_PARTNER;

function count(underWay: Map<string, number>, partner: string, change: number): void {
  const open = (underWay.get(partner) ?? 0) + change;
  if (open > 0) underWay.set(partner, open);
  else underWay.delete(partner);
}

async function post(agent: Agent, notice: DueNotice, closing: AbortSignal): Promise<void> {
  if (notice.webhookUrl === null || notice.webhookSecret === null) return;
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(ATTEMPT_LIMIT_MS)]);
    const { statusCode, body } = await whileRefused(signal, () =>
      request(`${notice.webhookUrl}/${notice.kind}`, {
        dispatcher: agent,
        method: 'POST',
        // The registered secret is repeated verbatim, whatever it is.
        headers: {
          authorization: `Basic ${notice.webhookSecret}`,
          'content-type': 'application/json',
        },
        body: notice.body,
        signal,
      }),
    );
    await body.dump();
    if (statusCode !== 200) report(notice, `was answered ${statusCode}`);
  } catch (error) {
    if (!closing.aborted) report(notice, `was not delivered: ${reasonOf(error)}`);
  }
}

/**
 * If nobody listens, nothing was sent: a server that starts with us is mostly up a moment later.
 */
async function whileRefused<Answer>(signal: AbortSignal, send: () => Promise<Answer>) {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
      if (!isRefused) throw error;
      await pause(REFUSED_PAUSE_MS, undefined, { signal }).catch(() => Promise.reject(error));
    }
  }
}

/** An error about several addresses of one host has a code, but no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/** Stands in for the alert that the real provider raises. */
function report({ kind, partner, webhookUrl }: DueNotice, outcome: string): void {
  process.stderr.write(`${kind} notice to partner ${partner} at ${webhookUrl}: ${outcome}\n`);
}
