import type { Language } from './messages.ts';
import { demandMs } from './request.ts';

export interface PonteOptions {
  /** Where the gateway is, with the path it is mounted at, if any. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Of the messages; Portuguese unless told otherwise. */
  readonly language?: Language;
  readonly fetch?: typeof globalThis.fetch;
  /** How often a call is tried while there is trouble, the first time included: 5. */
  readonly maxAttempts?: number;
  /** For one attempt: 30 seconds, since the gateway gives its provider 20. Up to 2147483647. */
  readonly attemptTimeoutMs?: number;
  /** For a call with all its repetitions: 90 seconds. Up to 2147483647. */
  readonly timeoutMs?: number;
}

export interface Settings extends Required<PonteOptions> {
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws TypeError or RangeError for what could never work; it never shows the key. */
export function settingsOf(options: PonteOptions): Settings {
  const { apiKey, language = 'pt', maxAttempts = 5 } = options;
  const { attemptTimeoutMs = 30_000, timeoutMs = 90_000 } = options;
  if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey)) {
    throw new TypeError('apiKey is missing, or has white space or other characters no key has.');
  }
  demandMs('attemptTimeoutMs', attemptTimeoutMs);
  demandMs('timeoutMs', timeoutMs);
  return {
    apiKey,
    language,
    baseUrl: baseOf(options.baseUrl),
    // Looked up at each call, and never called as a method: Workers and browsers refuse that.
    fetch: (...request) => (options.fetch ?? fetch)(...request),
    maxAttempts,
    attemptTimeoutMs,
    timeoutMs,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'accept-language': language,
    },
  };
}

function baseOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl must be an absolute http or https address without credentials.');
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
