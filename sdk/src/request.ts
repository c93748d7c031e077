import type { Language } from './messages.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Starts with `/`; its parts are URL-encoded. */
  readonly path: string;
  /** Dates become timestamps; undefined values are left out. */
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** Allows a POST to be retried: whatever happens, it is carried out at most once. */
  readonly idempotencyKey?: string | undefined;
  /** Whether a 2xx response answers this request; any other is `unreadable_answer`. */
  readonly isAnswer?: ((status: number, body: unknown) => boolean) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For the call with all its retries: more than 0, up to 2147483647. */
  readonly timeoutMs?: number | undefined;
}

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** Quote it to the operator of the gateway. */
  readonly requestId: string | undefined;
  readonly body: Body;
}

/** Makes a request, and retries it if the rules of the API say that this is safe. */
export type Send = <Body>(request: ApiRequest, options?: CallOptions) => Promise<Answer<Body>>;

/** A time as the API writes it (RFC 3339), or a `Date`. */
export type Timestamp = string | Date;

/** What the API's resources are built on. */
export interface Client {
  readonly request: Send;
  /** The same, but returns only the body. */
  readonly call: <Body>(request: ApiRequest, options?: CallOptions) => Promise<Body>;
  readonly language: Language;
}

/** An id, or an object that has one. */
export type Named = string | { readonly id: string };

/** A path with its ids encoded. A missing one leaves a gap, which `assertPath` refuses. */
export function path(parts: TemplateStringsArray, ...named: Named[]): string {
  const ids = named.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one ? one.id : one,
  );
  const encoded = ids.map((id) => (typeof id === 'string' ? encodeURIComponent(id) : ''));
  return String.raw({ raw: parts }, ...encoded);
}

/** @throws TypeError for a path with a part that would lead to another route */
export function assertPath(text: string): void {
  const [route = ''] = text.split('?');
  const [root, ...parts] = route.split('/');
  if (root === '' && parts.every((part) => isPathPart(part))) return;
  throw new TypeError(`An id is missing in the path ${route}, or it does not begin with "/".`);
}

/** Whether it stays a single part of a path; other texts lead to another route. */
export function isPathPart(text: string): boolean {
  return !/^\.{0,2}$/.test(text);
}

/** @throws TypeError for a key that would not arrive unchanged, or would be one for all orders */
export function assertKey(key: unknown): asserts key is string {
  if (isKey(key)) return;
  throw new TypeError(
    'idempotencyKey must be 1 to 255 characters of plain ASCII, without spaces around.',
  );
}

export function isKey(key: unknown): key is string {
  // White space around it would be stripped on the way, so that another key would arrive.
  return typeof key === 'string' && /^[!-~]([ -~]{0,253}[!-~])?$/.test(key);
}

/** The longest delay of a timer; longer ones fire at once. */
const MAX_MS = 2 ** 31 - 1;

/** @throws TypeError if it is not a number, RangeError if no timer can hold it */
export function assertMs(name: string, ms: unknown): asserts ms is number {
  if (typeof ms !== 'number') throw new TypeError(`${name} must be a number of milliseconds.`);
  if (ms > 0 && ms <= MAX_MS) return;
  throw new RangeError(`${name} must be more than 0 and at most ${String(MAX_MS)} ms.`);
}
