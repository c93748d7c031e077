import type { Http } from '../platform/http.ts';
import { STYLE_HASH } from './html/style.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${STYLE_HASH}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // For browsers without frame-ancestors.
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
};

/** Long enough that a phone used here once a year never sends an unencrypted request. */
const ONE_YEAR_SECONDS = 31_536_000;

/** On every answer of these routes; nothing may be cached unless its route says so. */
export function sendPageHeaders(http: Http, baseUrl: string): void {
  const isSecure = baseUrl.startsWith('https:');
  http.addHook('onSend', async (_request, reply) => {
    void reply.headers(HEADERS);
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    if (isSecure) {
      void reply.header('strict-transport-security', `max-age=${String(ONE_YEAR_SECONDS)}`);
    }
  });
}
