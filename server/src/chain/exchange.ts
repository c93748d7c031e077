import { Agent } from 'undici';
import { type Answer, exchange as ask } from '../platform/exchange.ts';

export interface ServerRequest {
  /** Where the API begins, with or without a path. */
  readonly base: URL;
  /** Behind the base. */
  readonly path: string;
  readonly maxBytes: number;
  /** For all of it, whatever it waits for. */
  readonly timeoutMs: number;
}

/** So many answers are held at once at most. A redirect is an answer like any other. */
const agent = new Agent({
  connections: 4,
  keepAliveTimeout: 30_000,
  connect: { timeout: 5_000 },
});

/** Asks once. @throws Error unless a whole answer came, or more of it than is read */
export function exchange({ base, path, ...limits }: ServerRequest): Promise<Answer> {
  const place = { origin: base.origin, path: base.pathname.replace(/(?<!\/)\/+$/, '') + path };
  return ask(agent, { method: 'GET', ...place, headers: headersOf(base), body: null, ...limits });
}

/** What stands before the host of an address is a password for it. */
function headersOf({ username, password }: URL): string[] {
  const known = ['accept', 'application/json, text/plain', 'user-agent', 'ponte'];
  if (username === '' && password === '') return known;
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return [...known, 'authorization', `Basic ${Buffer.from(words).toString('base64')}`];
}
