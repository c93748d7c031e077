import type { Http } from '../platform/http.ts';
import { STYLE } from './assets.ts';

const SEALED = [
  "default-src 'none'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** A page has one style, one script and a drawing; all else it holds is text. */
const PAGE_POLICY = [
  ...SEALED,
  "script-src 'self'",
  `style-src ${STYLE.source}`,
  "img-src 'self' data:",
].join('; ');

/** The client of the API writes its own styles; it asks nobody but this installation. */
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
  // For browsers that know no frame-ancestors.
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
