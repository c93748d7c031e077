import type { Gateway } from '../smoke/gateway.ts';
import { waitUntil } from '../smoke/processes.ts';

/** The test account of a fresh gateway, as its owner uses it. */
export interface Merchant {
  readonly url: string;
  readonly key: string;
  /** @throws Error unless the response is a success */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
}

type Answer = Readonly<Record<string, unknown>>;

const KEY = /\bpt_test_\w+/;
const BANNER_MS = 30_000;

export async function openMerchant(gateway: Gateway): Promise<Merchant> {
  await waitUntil('the printed test key', BANNER_MS, () => KEY.test(gateway.output()));
  const key = KEY.exec(gateway.output())?.[0] ?? '';
  const { url } = gateway;
  return {
    url,
    key,
    ask: async (method, path, body) => {
      const answer = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${String(answer.status)} ${text}`);
      // The API answers with objects.
      return text === '' ? {} : (JSON.parse(text) as Answer);
    },
  };
}
