import type { App } from '../app.ts';
import { newId, randomText } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Checkout, LinkPage } from './checkout.ts';
import {
  findSameOrder,
  insertCheckout,
  lockPayerAndLink,
  type OrderTrace,
  secondsUntilLinkMay,
  secondsUntilPayerMay,
} from './store.ts';

export interface PayerOrder {
  readonly amountCents: Cents;
  /** As it is sent to the provider. */
  readonly taxId: string;
}

/** The form that sends the order, and where from. */
export interface Asker {
  /** The form's own id for this attempt: 1 to 64 characters. */
  readonly attempt: string;
  /** The payer's network, as limits count it. */
  readonly network: string;
}

const ORDER = 'checkouts.order_digest';
const NETWORK = 'checkouts.payer_address';

export type Opened =
  | { readonly kind: 'opened' | 'known'; readonly checkout: Checkout }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }
  | { readonly kind: 'closed' };

/**
 * Finds the checkout of the same order, by the same form or payer, or opens a new one within
 * limits. The limits hold across all nodes, since concurrent orders are serialized.
 * @param mayOpen whether the link takes payments now; existing checkouts are found anyway
 */
export async function openCheckout(
  app: App,
  link: LinkPage,
  order: PayerOrder,
  asker: Asker,
  mayOpen: boolean,
): Promise<Opened> {
  const { vault } = app;
  const orderText = `${String(order.amountCents)} ${order.taxId}`;
  const trace = {
    attempt: asker.attempt,
    orders: vault.digests(ORDER, orderText),
    networks: vault.digests(NETWORK, asker.network),
  };
  const payerAddress = vault.digest(NETWORK, asker.network);
  // The sandbox has no real budget to protect, and those who rehearse share one network.
  const isRehearsal = link.environment.mode === 'test' && !app.config.sandboxOptions.strict;
  const look = (db: Db | Tx): Promise<Opened | undefined> =>
    findAnswer(db, link, trace, mayOpen, isRehearsal);
  // Most orders of a burst are answered here, without holding a connection to wait for a lock.
  const answer = await look(app.db);
  if (answer) return answer;
  return app.db.begin(async (tx) => {
    await lockPayerAndLink(tx, payerAddress, link.id);
    const answerNow = await look(tx);
    if (answerNow) return answerNow;
    const checkout = await insertCheckout(tx, {
      environmentId: link.environment.id,
      linkId: link.id,
      depositId: newId('dep'),
      // 131 random bits, so that nobody can guess another payer's page.
      token: randomText(22),
      attempt: asker.attempt,
      orderDigest: vault.digest(ORDER, orderText),
      payerAddress,
      amountCents: order.amountCents,
    });
    return { kind: 'opened', checkout };
  });
}

/** The existing checkout, or why none can be opened; undefined if a new one may be. */
async function findAnswer(
  db: Db | Tx,
  link: LinkPage,
  trace: OrderTrace,
  mayOpen: boolean,
  isRehearsal: boolean,
): Promise<Opened | undefined> {
  // Counted first: the order that fills the last place meanwhile may be this very one.
  const retryAfterSeconds = mayOpen ? await secondsUntilRoom(db, link, trace, isRehearsal) : 0;
  const checkout = await findSameOrder(db, link, trace);
  if (checkout) return { kind: 'known', checkout };
  if (!mayOpen) return { kind: 'closed' };
  return retryAfterSeconds > 0 ? { kind: 'too_many', retryAfterSeconds } : undefined;
}

async function secondsUntilRoom(
  db: Db | Tx,
  link: LinkPage,
  { networks }: OrderTrace,
  eachLinkByItself: boolean,
): Promise<number> {
  const forPayer = await secondsUntilPayerMay(db, networks, eachLinkByItself ? link : undefined);
  return Math.max(forPayer, await secondsUntilLinkMay(db, link));
}
