import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, DEPOSIT, type Merchant, WITHDRAWAL } from '../merchant.ts';

/** An order with its key, and what the client was answered in the end. */
export interface Order {
  readonly key: string;
  readonly path: string;
  readonly body: object;
  id: string;
  text: string;
  isPaid: boolean;
}

export interface InsistentClients {
  readonly orders: readonly Order[];
  /** How often each status and error was the answer in vain. */
  readonly refusals: ReadonlyMap<string, number>;
  /** Sends an order again, under its key. */
  repeat(order: Order): Promise<Answer>;
  countPaid(): number;
  /** Resolves once each has ended what it had begun. */
  stop(): Promise<void>;
}

/** Clients that order with a key each, insist until they have an answer, and then pay. */
export function startInsistentClients(merchant: Merchant, count: number): InsistentClients {
  const orders: Order[] = [];
  const refusals = new Map<string, number>();
  let over = false;
  const insist = async (
    accepted: number,
    ...request: Parameters<Merchant['call']>
  ): Promise<Answer> => {
    for (;;) {
      const answer = await merchant.call(...request);
      if (answer.status === accepted) return answer;
      const refusal = `${String(answer.status)} ${String(answer.body['error'])}`;
      refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
      await pause(100);
    }
  };
  const repeat = ({ path, body, key }: Order): Promise<Answer> =>
    insist(201, 'POST', path, body, { 'idempotency-key': key });
  const work = async (): Promise<void> => {
    while (!over) {
      const order = newOrder(orders.length);
      orders.push(order);
      const { body, text } = await repeat(order);
      Object.assign(order, { id: String(body['id']), text });
      const command = order.id.startsWith('dep_')
        ? `deposits/${order.id}/pay`
        : `withdrawals/${order.id}/fund`;
      await insist(202, 'POST', `/v1/sandbox/${command}`);
      order.isPaid = true;
      await pause(50);
    }
  };
  const all = Array.from({ length: count }, work);
  const stop = async (): Promise<void> => {
    over = true;
    await Promise.all(all);
  };
  const countPaid = (): number => orders.filter(({ isPaid }) => isPaid).length;
  return { orders, refusals, repeat, countPaid, stop };
}

function newOrder(place: number): Order {
  const [path, body] =
    place % 3 > 0
      ? ['/v1/api/deposit', { ...DEPOSIT, amountCents: 1_000 + place }]
      : ['/v1/api/withdraw', { ...WITHDRAWAL, amountCents: 5_000 + place }];
  return { key: randomUUID(), path, body, id: '', text: '', isPaid: false };
}
