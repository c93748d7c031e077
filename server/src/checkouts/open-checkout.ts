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
  /** As it goes to the provider. */
  readonly taxId: string;
}

/** The form that asks, and from where. */
export interface Asker {
  /** The form's own name for this try: 1 to 64 characters. */
  readonly attempt: string;
  /** The payer's address, as `addressOf` gives it. */
  readonly address: string;
}

const ORDER = 'checkouts.order_digest';
const ADDRESS = 'checkouts.payer_address';

export type Opened =
  | { readonly kind: 'opened' | 'known'; readonly checkout: Checkout }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }
  | { readonly kind: 'closed' };

/**
 * The checkout of this order: that of the same form or payer, or else a new one, as far as limits
 * go. They hold over all nodes, and whoever comes at the same instant waits for its turn.
 * @param mayOpen whether the link takes payments now; what is known is found all the same
 */
export async function openCheckout(
  app: App,
  link: LinkPage,
  order: PayerOrder,
  asker: Asker,
  mayOpen: boolean,
): Promise<Opened> {
  const { vault } = app;
  const said = `${String(order.amountCents)} ${order.taxId}`;
  const trace = {
    attempt: asker.attempt,
    orders: vault.digests(ORDER, said),
    addresses: vault.digests(ADDRESS, asker.address),
  };
  const payerAddress = vault.digest(ADDRESS, asker.address);
  // Nobody's budget is at stake there, and whoever rehearses sits at one address.
  const isRehearsal = link.environment.mode === 'test' && !app.config.sandboxOptions.strict;
  const look = (db: Db | Tx): Promise<Opened | undefined> =>
    findAnswer(db, link, trace, mayOpen, isRehearsal);
  // Most of a rush is answered so, and does not wait for its turn with a connection in its hand.
  const answer = await look(app.db);
  if (answer) return answer;
  return app.db.begin(async (tx) => {
    await lockPayerAndLink(tx, payerAddress, link.id);
    const answerNow = await look(tx);
    if (answerNow) return answerNow;
    const place = { environmentId: link.environment.id, linkId: link.id };
    const inserted = await insertCheckout(tx, {
      ...place,
      depositId: newId('dep'),
      // 131 random bits: nobody guesses another payer's page.
      token: randomText(22),
      attempt: asker.attempt,
      orderDigest: vault.digest(ORDER, said),
      payerAddress,
      amountCents: order.amountCents,
    });
    return { kind: 'opened', checkout: { ...place, ...inserted } };
  });
}

/** What is known, or why there is nothing; undefined where a new one may be made. */
async function findAnswer(
  db: Db | Tx,
  link: LinkPage,
  trace: OrderTrace,
  mayOpen: boolean,
  isRehearsal: boolean,
): Promise<Opened | undefined> {
  // Counted first: what fills the last place meanwhile may be this very order.
  const retryAfterSeconds = mayOpen ? await secondsUntilRoom(db, link, trace, isRehearsal) : 0;
  const known = await findSameOrder(db, link, trace);
  const place = { environmentId: link.environment.id, linkId: link.id };
  if (known) return { kind: 'known', checkout: { ...place, ...known } };
  if (!mayOpen) return { kind: 'closed' };
  return retryAfterSeconds > 0 ? { kind: 'too_many', retryAfterSeconds } : undefined;
}

async function secondsUntilRoom(
  db: Db | Tx,
  link: LinkPage,
  { addresses }: OrderTrace,
  eachLinkByItself: boolean,
): Promise<number> {
  const forPayer = await secondsUntilPayerMay(db, addresses, eachLinkByItself ? link : undefined);
  const onLink = await secondsUntilLinkMay(db, link);
  return Math.max(forPayer ?? 0, onLink ?? 0);
}
