import { randomBytes } from 'node:crypto';
import type { App } from '../src/app.ts';
import type { Checkout, LinkPage } from '../src/checkouts/checkout.ts';
import { findLinkPage, insertCheckout } from '../src/checkouts/store.ts';
import type { Deposit } from '../src/deposits/deposit.ts';
import { createPaymentLink } from '../src/payment-links/create-payment-link.ts';
import type { PaymentLink } from '../src/payment-links/payment-link.ts';
import type { Db } from '../src/platform/db.ts';
import { type TestTenant, testEnvironment } from './app.ts';
import { storedDeposit } from './deposits.ts';

export async function storedLink(
  app: App,
  tenant: Pick<TestTenant, 'environment'>,
): Promise<PaymentLink> {
  const order = { title: 'Aula', description: '', amountCents: null };
  const { link } = await createPaymentLink(app, tenant.environment.id, order);
  return link;
}

/** A new link in the form that its page needs. */
export async function openLinkPage(
  app: App,
  tenant: Pick<TestTenant, 'environment'>,
): Promise<LinkPage> {
  const { slug } = await storedLink(app, tenant);
  const page = await findLinkPage(app.db, slug);
  if (!page) throw new Error('the new link is not found');
  return page;
}

/** A payer's stored request for a code; the deposit need not exist. */
export async function storedCheckout(
  app: App,
  deposit: Pick<Deposit, 'environmentId' | 'id' | 'amountCents'>,
  linkId: Checkout['linkId'],
): Promise<Checkout> {
  const token = randomBytes(11).toString('hex');
  const { environmentId, id: depositId, amountCents } = deposit;
  const checkout = { environmentId, linkId, depositId, token };
  const [orderDigest, payerAddress] = [randomBytes(32), randomBytes(32)];
  const row = { ...checkout, attempt: token, orderDigest, payerAddress, amountCents };
  await app.db.begin((tx) => insertCheckout(tx, row));
  return checkout;
}

/** A checkout of a new shop whose code can be paid for the next hour. */
export async function waitingCheckout(
  app: App,
  changes: Partial<Deposit> = {},
): Promise<{ readonly deposit: Deposit; readonly checkout: Checkout }> {
  const tenant = await testEnvironment(app);
  const { id: paymentLinkId } = await storedLink(app, tenant);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const deposit = await storedDeposit(app, tenant, { paymentLinkId, expiresAt, ...changes });
  return { deposit, checkout: await storedCheckout(app, deposit, paymentLinkId) };
}

/** The same database, with a call before each statement; what it throws is the result. */
export function watchedDb(db: Db, beforeEach: () => void): Db {
  return Object.assign(async (text: TemplateStringsArray, ...values: readonly unknown[]) => {
    beforeEach();
    return db(text, ...values);
  }, db);
}
