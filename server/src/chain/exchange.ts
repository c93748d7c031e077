import { unescape } from 'node:querystring';
import { Agent } from 'undici';
import { type Answer, exchange as ask } from '../platform/exchange.ts';

export interface ServerRequest {
  /** The root of the API, with or without a path. */
  readonly base: URL;
  /** Relative to the base. */
  readonly path: string;
  readonly maxBytes: number;
  /** For the whole exchange. */
  readonly timeoutMs: number;
}

/** `connections` also bounds how many answers are in memory. Redirects are not followed. */
const agent = new Agent({
  connections: 4,
  keepAliveTimeout: 30_000,
  connect: { timeout: 5_000 },
});

/** Makes one request. @throws Error unless a complete answer came, or more of it than is read */
export function exchange({ base, path, ...limits }: ServerRequest): Promise<Answer> {
  const place = { origin: base.origin, path: base.pathname.replace(/(?<!\/)\/+$/, '') + path };
  return ask(agent, { method: 'GET', ...place, headers: headersOf(base), body: null, ...limits });
}

/** Credentials in the URL are sent as basic authentication; a `%` in them may be a mere sign. */
function headersOf({ username, password }: URL): string[] {
  const known = ['accept', 'application/json, text/plain', 'user-agent', 'ponte'];
  if (username === '' && password === '') return known;
  const credentials = `${unescape(username)}:${unescape(password)}`;
  return [...known, 'authorization', `Basic ${Buffer.from(credentials).toString('base64')}`];
}
