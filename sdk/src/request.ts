import type { Language } from './messages.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From `/`, its parts encoded. */
  readonly path: string;
  /** Dates become timestamps; what is undefined is left out. */
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** Lets a POST be repeated: whatever happens, it is carried out at most once. */
  readonly idempotencyKey?: string | undefined;
  /** Whether an answer of success is one to this request; anything else is `unreadable_answer`. */
  readonly isAnswer?: ((status: number, body: unknown) => boolean) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For the call with all its repetitions: more than 0, up to 2147483647. */
  readonly timeoutMs?: number | undefined;
}

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** Name it to whoever operates the gateway. */
  readonly requestId: string | undefined;
  readonly body: Body;
}

/** Makes a request, and repeats it where the rules of the API say that this is safe. */
export type Send = <Body>(request: ApiRequest, options?: CallOptions) => Promise<Answer<Body>>;

/** A time as the API writes it, or one that it can be written from. */
export type Timestamp = string | Date;

/** What the nouns are made of. */
export interface Client {
  readonly request: Send;
  /** The same, with nothing of the answer but its body. */
  readonly call: <Body>(request: ApiRequest, options?: CallOptions) => Promise<Body>;
  readonly language: Language;
}

/** An id, or whatever has it. */
export type Named = string | { readonly id: string };

/** A path with its ids encoded. One that is missing leaves a gap, which `demandPath` refuses. */
export function path(parts: TemplateStringsArray, ...named: Named[]): string {
  const ids = named.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one ? one.id : one,
  );
  const encoded = ids.map((id) => (typeof id === 'string' ? encodeURIComponent(id) : ''));
  return String.raw({ raw: parts }, ...encoded);
}

/** @throws TypeError for a path with a part that would lead to another route */
export function demandPath(asked: string): void {
  const [route = ''] = asked.split('?');
  const [root, ...parts] = route.split('/');
  if (root === '' && parts.every((part) => isPathPart(part))) return;
  throw new TypeError(`An id is missing in the path ${route}, or it does not begin with "/".`);
}

/** Whether it stays one part of a path: the others lead to another route. */
export function isPathPart(text: string): boolean {
  return !/^\.{0,2}$/.test(text);
}

/** @throws TypeError for what would not arrive as it is: null would be one key for all orders */
export function demandKey(key: unknown): asserts key is string {
  if (isKey(key)) return;
  throw new TypeError(
    'idempotencyKey must be 1 to 255 characters of plain ASCII, without spaces around.',
  );
}

export function isKey(key: unknown): key is string {
  // White space around it would be lost on the way, and another key would arrive.
  return typeof key === 'string' && /^[!-~]([ -~]{0,253}[!-~])?$/.test(key);
}

/** What a timer can hold: beyond it, it would ring at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** @throws TypeError for what is no number, RangeError for one that no timer can hold */
export function demandMs(name: string, ms: unknown): asserts ms is number {
  if (typeof ms !== 'number') throw new TypeError(`${name} must be a number of milliseconds.`);
  if (ms > 0 && ms <= LONGEST_MS) return;
  throw new RangeError(`${name} must be more than 0 and at most ${String(LONGEST_MS)} ms.`);
}
