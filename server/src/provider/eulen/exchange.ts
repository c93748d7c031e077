import { Agent } from 'undici';
import { exchange as ask } from '../../platform/exchange.ts';
import { memoize } from '../../platform/memoize.ts';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** The root of the provider's API, with or without a path. */
  readonly baseUrl: string;
  /** Relative to the base, with its query. */
  readonly path: string;
  /** Alternating names and values. */
  readonly headers: string[];
  readonly body: string | null;
}

export interface WireResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly requestId: string | undefined;
  readonly text: string;
}

const MAX_ANSWER_BYTES = 512 * 1024;
/** Hundreds of charges are read at once, and the answer for each is short. */
const MAX_STATUS_BYTES = 64 * 1024;

/** One agent per path, so that one kind of call that hangs takes no connections from another. */
const agents = new Map<string, Agent>();

function agentOf(name: string): Agent {
  const known = agents.get(name);
  if (known) return known;
  const connect = { timeout: 5_000 };
  const agent = new Agent({ connections: 128, keepAliveTimeout: 30_000, connect });
  agents.set(name, agent);
  return agent;
}

/**
 * Lets no call of this path begin on a connection that is open now. One that brought the answer to
 * another call is out of step, and would bring each call after it the answer before its own.
 */
export function leaveConnections(path: string): void {
  const name = nameOf(path);
  // Calls that are under way are finished first.
  void agents.get(name)?.close();
  agents.delete(name);
}

function nameOf(path: string): string {
  const [name = ''] = path.split('?', 1);
  return name;
}

/**
 * Sends a request once, over a kept-alive connection, with `leftMs` as the timeout for all of it.
 * @throws Error unless a complete answer of acceptable size arrives
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

/** Cached; the settings have only a few addresses. */
const placeOf = memoize((baseUrl: string) => {
  const { origin, pathname } = new URL(baseUrl);
  return { origin, pathname: pathname.replace(/\/$/, '') };
});
