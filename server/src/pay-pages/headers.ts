import type { Http } from '../platform/http.ts';
import { pageHeaders } from '../platform/page-headers.ts';
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

/** On every answer of these routes; nothing may be cached unless its route says so. */
export function sendPageHeaders(http: Http, baseUrl: string): void {
  const headers = {
    ...pageHeaders(baseUrl),
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  };
  http.addHook('onSend', async (_request, reply) => {
    void reply.headers(headers);
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  });
}
