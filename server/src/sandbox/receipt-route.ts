import { request } from 'undici';
import { ApiError } from '../errors.ts';
import type { Http } from '../platform/http.ts';

const RECEIPT_ID = /^[0-9a-f]{32}$/;
const TIMEOUT_MS = 5_000;

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/**
 * Relays the sandbox's receipts of payouts, since only this installation may be able to reach the
 * sandbox. In live mode a receipt is at the recipient's bank.
 */
export function registerReceiptRoute(http: Http, sandboxUrl: string | undefined): void {
  const config = { open: 'The address is a secret by itself: people open it in a browser.' };
  http.get<{ Params: { id: string } }>(
    '/sandbox/receipts/:id',
    { config, schema: { hide: true } },
    async ({ params: { id } }, reply) => {
      if (sandboxUrl === undefined || !RECEIPT_ID.test(id)) throw new ApiError('not_found');
      const page = await readReceipt(`${sandboxUrl}/receipts/${id}`);
      return reply.type('text/html; charset=utf-8').headers(HEADERS).send(page);
    },
  );
}

/** @throws ApiError not_found, or unavailable if the sandbox cannot be reached */
async function readReceipt(url: string): Promise<string> {
  const { statusCode, page } = await ask(url).catch(() => {
    throw new ApiError('unavailable');
  });
  if (statusCode === 404) throw new ApiError('not_found');
  if (statusCode !== 200) throw new ApiError('unavailable');
  return page;
}

async function ask(url: string) {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { statusCode, page: await body.text() };
}
