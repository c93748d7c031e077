import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import {
  type Call,
  type Client,
  type Concurrency,
  openClient,
  type Reply,
  sendOver,
} from '../kill/requests.ts';

/** As between the tries of any client: a process that is dying may still accept connections. */
const PAUSE_MS = 250;

/** What a client experienced that retries each request exactly once. */
export interface Retries {
  /** Requests whose first try failed. */
  retried: number;
  /** Those of them whose second try has no answer yet. */
  underWay: number;
  /** Those whose second try failed too: what a client of the installation would see. */
  readonly failed: string[];
}

/** A client that retries a failed request once, over a new connection. */
export function openRetryingClient(
  url: string,
  key: string,
  concurrency: Concurrency,
  retries: Retries,
): Client {
  const kept = new Agent({ connections: concurrency() });
  const fresh = new Agent({ pipelining: 0 });
  const send = async (call: Call): Promise<Reply> => {
    const first = await tryOnce(kept, url, key, call);
    if (first.reply && first.fault === undefined) return first.reply;
    retries.retried += 1;
    retries.underWay += 1;
    await pause(Math.max(PAUSE_MS, first.reply?.waitMs ?? 0));
    const second = await tryOnce(fresh, url, key, call);
    retries.underWay -= 1;
    if (second.fault !== undefined) {
      const faults = `${first.fault ?? ''} and then ${second.fault}`;
      retries.failed.push(`${call.method} ${call.path} was answered ${faults}`);
    }
    if (!second.reply) throw new Error(second.fault);
    return { ...second.reply, sentBefore: 1 };
  };
  const close = async (): Promise<void> => {
    await Promise.all([kept.destroy(), fresh.destroy()]);
  };
  return openClient({ send, concurrency, close });
}

interface Try {
  readonly reply?: Reply;
  readonly fault?: string;
}

async function tryOnce(agent: Agent, url: string, key: string, call: Call): Promise<Try> {
  try {
    const reply = await sendOver(agent, url, key, call);
    return reply.status < 500
      ? { reply }
      : { reply, fault: `${String(reply.status)} ${reply.text}` };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'nothing' };
  }
}
