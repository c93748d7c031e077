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
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For the call with all its repetitions. */
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

/**
 * A path with its ids encoded.
 * @throws TypeError for an id that would lead to another route.
 */
export function path(parts: TemplateStringsArray, ...named: Named[]): string {
  const ids = named.map((one) => (typeof one === 'object' ? one.id : one));
  for (const id of ids) {
    if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw new TypeError('The id is missing.');
  }
  return String.raw({ raw: parts }, ...ids.map(encodeURIComponent));
}
