import assert from 'node:assert/strict';
import { type DashboardShop, openDashboardShop } from '../dashboard-stage.ts';
import type { Scope } from '../database.ts';
import type { Gateway } from '../gateway.ts';
import { createKey } from '../../src/api-keys/create-key.ts';
import { cents } from '../../src/money.ts';
import { requestWithdrawal } from '../../src/withdrawal-requests/request-withdrawal.ts';
import { PAYER, STRANGER } from '../merchant.ts';
import { openReceiver, until } from '../receiver.ts';
import { showReconciliations } from './show-reconciliations.ts';
import { showBalance, showDeposit, showFunding } from './show-chain.ts';

/** A shop that has some of everything, and the ids of what has a page of its own. */
export interface FullShop extends DashboardShop {
  readonly depositId: string;
  readonly pendingId: string;
  /** A deposit for which the network shows less than the provider said. */
  readonly mismatchId: string;
  /** A deposit for which nobody here can see what was paid. */
  readonly hiddenId: string;
  readonly withdrawalId: string;
  /** A withdrawal for which too little arrived. */
  readonly shortId: string;
  /** A request of an agent's that waits for a person. */
  readonly requestedId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly requestId: string;
}

export async function openFullShop(gateway: Gateway, scope?: Scope): Promise<FullShop> {
  const shop = await openDashboardShop(gateway);
  const { merchant, person } = shop;
  await gateway.app.db`
    update accounts set name = 'Empório Jacarandá', contact = '+55 11 99999-0000',
      website = 'https://emporio.example/' where id = ${merchant.accountId}`;
  await gateway.app.db`
    update wallets set label = 'Cofre' where environment_id = ${merchant.environment.id}`;
  const endpointId = await openEndpoints(shop, scope);
  const title = 'Kombucha 500 ml';
  await merchant.call('POST', '/v1/api/payment-links', { title, amountCents: 2_500 });
  await merchant.call('POST', '/v1/api/payment-links', { title: 'Contribuição' });
  await merchant.call('GET', '/v1/api/deposit/dep_0/status');
  const deposits = await openDeposits(gateway, shop);
  await showReconciliations(gateway.app, merchant.environment.id, deposits.mismatchId);
  const withdrawals = await openWithdrawals(gateway, shop);
  await showBalance(gateway.app.db, merchant.walletId, 123_456);
  const requestedId = await askAsAgent(gateway, shop);
  const invited = { email: `ana.${merchant.accountId}@example.com`, role: 'viewer' };
  await person.call('POST', `/accounts/${merchant.accountId}/invitations`, invited);
  // One that is still retried would change while it is looked at.
  const [delivery] = await untilSome(() =>
    merchant.list(`/v1/api/webhook-deliveries?endpointId=${endpointId}&status=succeeded`),
  );
  const requests = `/accounts/${merchant.accountId}/test/requests?status=client_error`;
  const [request] = await untilSome(async () => {
    const { data } = (await person.call('GET', requests)).body;
    return Array.isArray(data) ? data : [];
  });
  return {
    ...shop,
    ...deposits,
    ...withdrawals,
    requestedId,
    endpointId,
    deliveryId: idOf(delivery),
    requestId: idOf(request),
  };
}

/** One that accepts what it is sent, and one that does not. */
async function openEndpoints({ merchant }: DashboardShop, scope?: Scope): Promise<string> {
  const [good, bad] = await Promise.all([
    openReceiver(scope),
    openReceiver(scope, (_request, response) => void response.writeHead(500).end('no')),
  ]);
  const path = '/v1/api/webhook-endpoints';
  const events = ['deposit.confirmed'];
  const kept = await merchant.call('POST', path, { url: good.url });
  await merchant.call('POST', path, { url: bad.url, events, description: 'Loja antiga' });
  return idOf(kept.body);
}

/** One of each fate. */
async function openDeposits({ app }: Gateway, { merchant }: DashboardShop) {
  const names = [
    'paid',
    'other',
    'late',
    'held',
    'short',
    'med',
    'open',
    'less',
    'hidden',
  ] as const;
  const made = await Promise.all(
    names.map((name, at) =>
      merchant.deposit({ amountCents: 5_000 + at * 1_111, externalId: `pedido ${name}` }),
    ),
  );
  const [paid, other, late, held, short, med, open, less, hidden] = made.map(idOf);
  await merchant.command(`deposits/${paid}/pay`, {});
  await merchant.command(`deposits/${other}/pay`, { payerTaxId: STRANGER });
  await merchant.command(`deposits/${late}/expire`);
  await merchant.command(`deposits/${held}/pay`, { hold: 'HIGH_VELOCITY' });
  await merchant.command(`deposits/${short}/pay`, { amountCents: 1_234 });
  for (const id of [med, less, hidden]) await merchant.command(`deposits/${id}/pay`, {});
  for (const id of [paid, med, less, hidden]) {
    await merchant.reaches(String(id), 'CONFIRMED', 30_000);
  }
  const sights = [
    [paid, { state: 'confirmed', confirmations: 12, arrivedCents: 5_000 }],
    [less, { state: 'mismatch', fault: 'other_amount', confirmations: 3, arrivedCents: 9_999 }],
    [hidden, { state: 'unobservable', confirmations: 4 }],
  ] as const;
  for (const [id, sight] of sights) await showDeposit(app.db, String(id), sight);
  await merchant.command(`deposits/${med}/med`);
  await merchant.reaches(String(other), 'REFUNDED', 30_000);
  await merchant.reaches(String(late), 'FAILED', 30_000);
  await untilSome(() => merchant.list('/v1/api/meds'));
  return {
    depositId: String(paid),
    pendingId: String(open),
    mismatchId: String(less),
    hiddenId: String(hidden),
  };
}

async function openWithdrawals({ app }: Gateway, { merchant }: DashboardShop) {
  const [open, done, failed, short] = (
    await Promise.all([1, 2, 3, 4].map((at) => merchant.withdraw({ amountCents: at * 2_000 })))
  ).map(idOf);
  await merchant.command(`withdrawals/${done}/fund`);
  await merchant.command(`withdrawals/${failed}/fail`);
  await merchant.reaches(String(done), 'COMPLETED', 30_000);
  await showFunding(app.db, String(short), {
    state: 'seen',
    problem: 'short',
    confirmations: 1,
    arrivedCents: 7_000,
  });
  return { withdrawalId: String(open), shortId: String(short) };
}

/** By an agent with caps; its key is in the list too. */
export async function askAsAgent({ app }: Gateway, { merchant }: DashboardShop): Promise<string> {
  const { accountId, environment } = merchant;
  const agent = { caps: { perCallCents: cents(50_000), perDayCents: cents(200_000) } };
  const scopes = ['read:transactions', 'withdrawal:create'] as const;
  const order = { accountId, mode: environment.mode, scopes, name: 'Assistente', agent };
  const { id: keyId } = await createKey(app.db, order);
  await app.db`update api_keys set last_used_at = now() where id = ${keyId}`;
  const asker = { environment, keyId, address: '127.0.0.1' };
  const withdrawal = {
    amountCents: cents(12_500),
    pixKeyType: 'EMAIL',
    pixKey: 'fornecedor@example.com',
    taxId: PAYER,
    externalId: null,
    reason: 'Nota fiscal 1042 do fornecedor de garrafas.',
  } as const;
  const name = { key: 'screen', content: 'screen' };
  return (await requestWithdrawal(app, asker, withdrawal, name)).request.id;
}

function idOf(row: unknown): string {
  const id = typeof row === 'object' && row !== null ? Reflect.get(row, 'id') : undefined;
  assert.equal(typeof id, 'string', JSON.stringify(row));
  return String(id);
}

async function untilSome(read: () => Promise<readonly unknown[]>): Promise<readonly unknown[]> {
  let rows: readonly unknown[] = [];
  await until(async () => (rows = await read()).length > 0, 30_000);
  return rows;
}
