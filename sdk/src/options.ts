import type { Language } from './messages.ts';
import { assertMs } from './request.ts';

export interface PonteOptions {
  /** The URL of the gateway, including the path it is mounted at, if any. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The language of messages; Portuguese by default. */
  readonly language?: Language;
  readonly fetch?: typeof globalThis.fetch;
  /** How often a call is tried at most, including the first time: 1 or more, by default 5. */
  readonly maxAttempts?: number;
  /** For one attempt; default 30 s, since the gateway gives its provider 20 s. Up to 2147483647. */
  readonly attemptTimeoutMs?: number;
  /** For a call with all its retries; by default 90 seconds. Up to 2147483647. */
  readonly timeoutMs?: number;
}

export interface Settings extends Required<PonteOptions> {
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws TypeError or RangeError for settings that could never work; it never shows the key. */
export function settingsOf(options: PonteOptions): Settings {
  const { apiKey, language = 'pt', maxAttempts = 5 } = options;
  const { attemptTimeoutMs = 30_000, timeoutMs = 90_000 } = options;
  if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey)) {
    throw new TypeError('apiKey is missing, or has white space or other characters no key has.');
  }
  assertMs('attemptTimeoutMs', attemptTimeoutMs);
  assertMs('timeoutMs', timeoutMs);
  // Compared with NaN, no number of attempts is ever enough.
  if (!(maxAttempts >= 1)) throw new RangeError('maxAttempts must be 1 or more.');
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
