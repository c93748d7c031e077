import { waitUntil } from '../smoke/processes.ts';

const WAIT_MS = 60_000;

interface Account {
  readonly url: string;
  readonly key: string;
}

interface Delivery {
  readonly event: string;
  readonly resourceId: string;
  readonly url: string;
  readonly status: string;
  readonly requestBody: string;
}

/**
 * Checks the page's promise by asking the gateway: a deposit is confirmed and the receiver accepted
 * its delivery; and the receiver accepts nothing that the gateway did not sign.
 */
export async function checkReceiver(account: Account): Promise<string> {
  let taken: Delivery | undefined;
  await waitUntil('a delivery that the receiver took', WAIT_MS, async () => {
    taken = (await deliveries(account)).find(
      ({ event, status }) => event === 'deposit.confirmed' && status === 'succeeded',
    );
    return taken !== undefined;
  });
  if (!taken) throw new Error('No delivery was taken.');
  const deposit = await ask<{ status: string }>(
    account,
    `/v1/api/deposit/${taken.resourceId}/status`,
  );
  if (deposit.status !== 'CONFIRMED') throw new Error(`The deposit is ${deposit.status}.`);
  await refusesForged(taken);
  return taken.resourceId;
}

async function deliveries(account: Account): Promise<readonly Delivery[]> {
  return (await ask<{ data: readonly Delivery[] }>(account, '/v1/api/webhook-deliveries')).data;
}

async function ask<Answer>({ url, key }: Account, path: string): Promise<Answer> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`GET ${path} was answered with ${String(response.status)}.`);
  // The reference describes the response of this route.
  return (await response.json()) as Answer;
}

/**
 * The same bytes as a genuine delivery: unsigned, signed by somebody unknown, and signed long ago.
 */
async function refusesForged({ url, requestBody }: Delivery): Promise<void> {
  const now = String(Math.floor(Date.now() / 1_000));
  const signature = `v1,${Buffer.alloc(32, 7).toString('base64')}`;
  const forgeries: Record<string, string>[] = [
    {},
    { 'webhook-id': 'evt_forged', 'webhook-timestamp': now, 'webhook-signature': signature },
    { 'webhook-id': 'evt_forged', 'webhook-timestamp': '1', 'webhook-signature': signature },
  ];
  for (const forged of forgeries) {
    const headers = { 'content-type': 'application/json', ...forged };
    const { ok, status } = await fetch(url, { method: 'POST', headers, body: requestBody });
    if (ok) throw new Error(`The receiver took a forged delivery: ${String(status)}.`);
  }
}
