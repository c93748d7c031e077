import type { Http } from '../platform/http.ts';
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

const HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  // For browsers without frame-ancestors.
  'x-frame-options': 'DENY',
};

export function sendDocHeaders(http: Http, baseUrl: string): void {
  const isSecure = baseUrl.startsWith('https:');
  http.addHook('onSend', async (_request, reply) => {
    void reply.headers(HEADERS);
    if (!reply.hasHeader('content-security-policy')) {
      void reply.header('content-security-policy', PAGE_POLICY);
    }
    if (isSecure) void reply.header('strict-transport-security', 'max-age=31536000');
  });
}
