import type { Http } from '../platform/http.ts';
import { pageHeaders } from '../platform/page-headers.ts';
import { STYLE } from './assets.ts';

const SEALED = [
  "default-src 'none'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** A page has one style sheet, one script and one image; everything else is text. */
const PAGE_POLICY = [
  ...SEALED,
  "script-src 'self'",
  `style-src ${STYLE.source}`,
  "img-src 'self' data:",
].join('; ');

/** The API client sets its own styles; it connects only to this installation. */
export const TRY_POLICY = [
  ...SEALED,
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
].join('; ');

export function sendDocHeaders(http: Http, baseUrl: string): void {
  const headers = { ...pageHeaders(baseUrl), 'referrer-policy': 'same-origin' };
  http.addHook('onSend', async (_request, reply) => {
    void reply.headers(headers);
    if (!reply.hasHeader('content-security-policy')) {
      void reply.header('content-security-policy', PAGE_POLICY);
    }
  });
}
