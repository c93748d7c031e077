import { Agent } from 'undici';
import { exchange as ask } from '../../platform/exchange.ts';
import { madeOnce } from '../../platform/made-once.ts';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Where the provider's API begins, with or without a path. */
  readonly baseUrl: string;
  /** Behind the base, with its query. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string | null;
}

export interface WireResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

const MAX_ANSWER_BYTES = 512 * 1024;
/** Hundreds of charges are read at once, and none has much to tell. */
const MAX_STATUS_BYTES = 64 * 1024;

/** By the call's path: one kind of call that hangs takes no connection from another. */
const agentOf = madeOnce<string, Agent>(() => {
  const connect = { timeout: 5_000 };
  return new Agent({ connections: 128, keepAliveTimeout: 30_000, connect });
});

function nameOf(path: string): string {
  const [name = ''] = path.split('?', 1);
  return name;
}

/**
 * Sends a request once, on a connection that is kept; whatever it waits for, it waits `leftMs`.
 * @throws Error unless a whole answer of a sane size came
 */
export async function exchange(request: WireRequest, leftMs: number): Promise<WireResponse> {
  const { baseUrl, path, ...sent } = request;
  const { origin, pathname } = placeOf(baseUrl);
  const whole = { ...sent, origin, path: pathname + path };
  const name = nameOf(path);
  const maxBytes = name.endsWith('-status') ? MAX_STATUS_BYTES : MAX_ANSWER_BYTES;
  const { text, ...head } = await ask(agentOf(name), { ...whole, maxBytes, timeoutMs: leftMs });
  if (text === undefined) throw new Error('answer too large');
  return { ...head, text };
}

/** Of the few addresses that the settings name. */
const placeOf = madeOnce((baseUrl: string) => {
  const { origin, pathname } = new URL(baseUrl);
  return { origin, pathname: pathname.replace(/\/$/, '') };
});
