import { Agent } from 'undici';
import { exchange as ask } from '../../platform/exchange.ts';

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
const agents = new Map<string, Agent>();

function agentOf(path: string): Agent {
  const name = nameOf(path);
  const known = agents.get(name);
  if (known) return known;
  const connect = { timeout: 5_000 };
  const agent = new Agent({ connections: 128, keepAliveTimeout: 30_000, connect });
  agents.set(name, agent);
  return agent;
}

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
  const maxBytes = nameOf(path).endsWith('-status') ? MAX_STATUS_BYTES : MAX_ANSWER_BYTES;
  const { text, ...head } = await ask(agentOf(path), { ...whole, maxBytes, timeoutMs: leftMs });
  if (text === undefined) throw new Error('answer too large');
  return { ...head, text };
}

/** Of the few addresses that the settings name. */
const places = new Map<string, { readonly origin: string; readonly pathname: string }>();

function placeOf(baseUrl: string): { readonly origin: string; readonly pathname: string } {
  const known = places.get(baseUrl);
  if (known) return known;
  const { origin, pathname } = new URL(baseUrl);
  const place = { origin, pathname: pathname.replace(/\/$/, '') };
  places.set(baseUrl, place);
  return place;
}
