import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DEPOSIT, type Merchant, type Notified } from '../merchant.ts';
import { until } from '../receiver.ts';

/** One request of the load, and its outcome. */
export interface Sample {
  readonly what: string;
  readonly startedAt: number;
  readonly ms: number;
  readonly status: number;
  readonly error: unknown;
  readonly retryAfter: string | null;
}

export interface Load {
  readonly samples: Sample[];
  /** The deposits whose payment was accepted. */
  readonly paid: Set<string>;
  stop(): Promise<void>;
}

/** Clients that create, pay and read deposits, retrying each until it is done. */
export function startLoad(merchant: Merchant, signal: AbortSignal): Load {
  const samples: Sample[] = [];
  const paid = new Set<string>();
  const created: string[] = [];
  let over = false;
  const send = async (method: string, path: string, body?: object, key?: string) => {
    const startedAt = performance.now();
    const answer = await merchant.call(method, path, body, key ? { 'idempotency-key': key } : {});
    const ms = performance.now() - startedAt;
    const { status, headers } = answer;
    const { error } = answer.body;
    const retryAfter = headers.get('retry-after');
    samples.push({ what: `${method} ${path}`, startedAt, ms, status, error, retryAfter });
    return answer;
  };
  const insist = async (...request: Parameters<typeof send>) => {
    for (;;) {
      const answer = await send(...request);
      if (answer.status < 300) return answer;
      assert.ok([409, 502, 503].includes(answer.status), answer.text);
      await pause(100);
      if (over || signal.aborted) return undefined;
    }
  };
  const pay = async (): Promise<void> => {
    while (!over) {
      const order = { ...DEPOSIT, amountCents: 1_000 + samples.length };
      const answer = await insist('POST', '/v1/api/deposit', order, randomUUID());
      const id = answer && String(answer.body['id']);
      if (id === undefined) continue;
      created.push(id);
      if (await insist('POST', `/v1/sandbox/deposits/${id}/pay`)) paid.add(id);
      await pause(50);
    }
  };
  const read = async (): Promise<void> => {
    while (!over) {
      const id = created.at(-1);
      await send('GET', id ? `/v1/api/deposit/${id}/status` : '/v1/api/wallets');
      await send('GET', '/readyz');
      await pause(50);
    }
  };
  const clients = [pay(), pay(), pay(), read(), read()];
  const stop = async (): Promise<void> => {
    over = true;
    await Promise.all(clients);
  };
  return { samples, paid, stop };
}

interface Done {
  readonly merchant: Merchant;
  readonly notified: () => Notified[];
  /** When everything could continue. */
  readonly backAt: number;
}

/** Everything that was acknowledged is done, once, within ten seconds. */
export async function allDone(
  load: Load,
  { merchant, notified, backAt }: Done,
  t: { diagnostic(text: string): void },
): Promise<void> {
  await until(async () => {
    const statuses = await Promise.all([...load.paid].map((id) => merchant.status(id)));
    return statuses.every(({ status }) => status === 'CONFIRMED');
  }, 15_000);
  const told = (): Set<unknown> => new Set(notified().map(({ data }) => data['id']));
  await until(() => [...load.paid].every((id) => told().has(id)), 15_000);
  const tookMs = performance.now() - backAt;
  assert.ok(tookMs < 10_000, `all was done ${String(tookMs)} ms after it was back`);
  for (const id of load.paid) {
    assert.deepEqual(await merchant.eventsOf(id), ['deposit.confirmed']);
  }
  const { charges } = await merchant.books();
  const shown = charges.filter(({ depositId }) => depositId !== null);
  assert.equal(shown.length, new Set(shown.map(({ depositId }) => depositId)).size);
  t.diagnostic(`${String(load.paid.size)} deposits done ${tookMs.toFixed(0)} ms after it was back`);
}
