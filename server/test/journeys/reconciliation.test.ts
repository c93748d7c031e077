import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reconcile } from '../../src/reconciliation/reconcile.ts';
import { reconcileNow } from '../../src/reconciliation/reconcile-now.ts';
import { enrol } from '../../src/reconciliation/store.ts';
import { dieAt } from '../faults/role-process.ts';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, type Merchant, openMerchant, STRANGER } from '../merchant.ts';
import { alertsAbout, moveClock, providerRef } from '../operator.ts';
import { until } from '../receiver.ts';

// No job runs, neither notices nor looks, so that whatever is found was found by reconciliation.
const gateway = await openGateway(undefined, { worker: false });
const { app, sandbox } = gateway;

const HOUR = 3_600_000;

/** A merchant, and the provider's partner for it, whose clocks are set back this far. */
async function openPast(agoMs: number): Promise<Merchant> {
  const merchant = await openMerchant(gateway);
  await sandbox.call('PUT', merchant.environment.id, '/clock', { offsetMs: -agoMs });
  await moveClock(app, merchant.environment.id, -agoMs);
  return merchant;
}

/** Sets both clocks right again. */
async function toPresent({ environment }: Merchant): Promise<void> {
  await sandbox.call('PUT', environment.id, '/clock', { offsetMs: 0 });
  await moveClock(app, environment.id, 0);
}

async function bookIs(merchant: Merchant, ref: string, status: string): Promise<void> {
  await until(async () => {
    const { charges } = await merchant.books();
    return charges.find(({ id }) => id === ref)?.['status'] === status;
  }, 15_000);
}

test('deposits whose every notice is lost reach their right states', async () => {
  const merchant = await openPast(HOUR);
  await merchant.command('webhooks', { drop: true });
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(String((await merchant.deposit())['id']));
  const [paid = '', foreign = '', failed = '', idle = ''] = ids;
  await merchant.command(`deposits/${paid}/pay`);
  await merchant.command(`deposits/${foreign}/pay`, { payerTaxId: STRANGER });
  await merchant.command(`deposits/${failed}/fail`);
  await bookIs(merchant, await providerRef(app, paid), 'depix_sent');
  await bookIs(merchant, await providerRef(app, foreign), 'refunded');
  await toPresent(merchant);
  const { differences, unreachable, unfinished } = await reconcileNow(app, 2 * HOUR);
  assert.deepEqual([unreachable, unfinished], [[], 0]);
  const statuses = await Promise.all(ids.map(async (id) => (await merchant.status(id))['status']));
  assert.deepEqual(statuses, ['CONFIRMED', 'REFUNDED', 'FAILED', 'FAILED']);
  const [alert] = await merchant.list('/v1/api/meds');
  assert.deepEqual([alert?.['tipo'], alert?.['depositId']], ['estorno', foreign]);
  const mine = differences.filter(({ environmentId }) => environmentId === merchant.environment.id);
  assert.deepEqual(
    mine.map(({ kind, resolution }) => [kind, resolution]),
    [paid, foreign, failed].map(() => ['other_status', 'healed']),
  );
  assert.deepEqual(await merchant.eventsOf(idle), ['deposit.failed']);
});

test('more charges than one list response holds are all compared', async () => {
  const merchant = await openPast(2 * HOUR);
  const ids: string[] = [];
  const create = async (): Promise<void> => {
    while (ids.length < 260) {
      ids.push('');
      ids[ids.indexOf('')] = String((await merchant.deposit())['id']);
    }
  };
  await Promise.all(Array.from({ length: 8 }, create));
  await toPresent(merchant);
  await reconcileNow(app, 3 * HOUR);
  const [counts] = await app.db`
    select count(*) as all, count(*) filter (where status = 'FAILED') as failed
    from deposits where environment_id = ${merchant.environment.id}`;
  assert.deepEqual(counts, { all: ids.length, failed: ids.length });
});

test('a charge whose response was lost raises an alert when it is paid, and no merchant sees it', async () => {
  const merchant = await openPast(HOUR);
  const order = { ...DEPOSIT, amountCents: 50_003 };
  const create = () =>
    merchant.call('POST', '/v1/api/deposit', order, { 'idempotency-key': 'lost' });
  assert.deepEqual([(await create()).status, (await create()).status], [502, 201]);
  const { charges } = await merchant.books();
  const ref = String(charges.find(({ depositId }) => depositId === null)?.['id']);
  await sandbox.call('POST', merchant.environment.id, `/charges/${ref}/pay`, {});
  await bookIs(merchant, ref, 'depix_sent');
  await toPresent(merchant);
  const { differences } = await reconcileNow(app, 2 * HOUR);
  assert.deepEqual(await alertsAbout(app, ref), ['orphan_paid']);
  const found = differences.filter(({ providerRef }) => providerRef === ref);
  assert.deepEqual(found.map(({ kind, resolution }) => [kind, resolution]).sort(), [
    ['missing_here', 'paid'],
    ['orphan_paid', null],
  ]);
  assert.equal((await merchant.list('/v1/api/transactions')).length, 1);
  assert.deepEqual(await merchant.list('/v1/api/meds'), []);
});

test('a sweep whose worker dies midway is resumed, and counts nothing twice', async (t) => {
  const merchant = await openPast(HOUR);
  await merchant.command('webhooks', { drop: true });
  const id = String((await merchant.deposit())['id']);
  await merchant.command(`deposits/${id}/pay`);
  await bookIs(merchant, await providerRef(app, id), 'depix_sent');
  await toPresent(merchant);
  // The looks would find it too, and sooner.
  await app.db`update deposits set look_at = null`;
  await app.db`delete from reconciliation_sweeps`;
  await enrol(app.db, false);
  for (const place of ['reconcile.after-list', 'reconcile.before-advance']) {
    await dieAt(t, gateway, place);
    const [dead] = await app.db<{ held: boolean }>`
      select bool_or(lease_until > now() + interval '1 minute') as held
      from reconciliation_sweeps`;
    assert.equal(dead?.held, true, place);
    await app.db`update reconciliation_sweeps set lease_until = now() where lease is not null`;
  }
  await until(async () => {
    await reconcile(app);
    return (await merchant.status(id))['status'] === 'CONFIRMED';
  });
  assert.deepEqual(await merchant.eventsOf(id), ['deposit.confirmed']);
  // It died twice after comparing: what it had counted was lost with it.
  await until(async () => {
    await reconcile(app);
    return (await merchant.list('/v1/api/reconciliations')).length >= 3;
  });
  const results = await merchant.list('/v1/api/reconciliations');
  assert.deepEqual(results.map(({ sweep, compared }) => [sweep, compared]).sort(), [
    ['ninety_days', 1],
    ['two_days', 1],
    ['two_hours', 1],
  ]);
});

test('a merchant reads the results for its own deposits only, with their current differences', async () => {
  const [merchant, other] = [await openPast(HOUR), await openPast(HOUR)];
  const id = String((await merchant.deposit())['id']);
  await merchant.deposit();
  await other.deposit();
  await merchant.command(`deposits/${id}/pay`);
  await bookIs(merchant, await providerRef(app, id), 'depix_sent');
  for (const one of [merchant, other]) await toPresent(one);
  await reconcileNow(app, 2 * HOUR);
  await app.db`
    update deposit_checks set state = 'mismatch', fault = 'other_asset' where deposit_id = ${id}`;
  const { deposits } = await reconcileNow(app, 2 * HOUR);
  assert.ok(deposits.amountDiffers >= 1 && deposits.matched >= 2);
  const path = '/v1/api/reconciliations';
  const [newest, before, ...more] = await merchant.list(`${path}?sweep=asked`);
  const differences = [{ depositId: id, kind: 'payment_differs' }];
  const { id: rec, from, to, beganAt, finishedAt, ...shown } = newest ?? {};
  assert.match(String(rec), /^rec_/);
  for (const at of [from, to, beganAt, finishedAt]) assert.match(String(at), /^2.*Z$/);
  assert.deepEqual(shown, {
    ...{ sweep: 'asked', complete: true, compared: 2, matched: 1, missingAtProvider: 0 },
    ...{ missingOnChain: 0, amountDiffers: 1, waiting: 0, differences },
  });
  // Differences are shown as they are now, even for what was compared before they arose.
  assert.deepEqual([before?.['waiting'], before?.['differences'], more], [1, differences, []]);
  const [theirs] = await other.list(path);
  assert.deepEqual([theirs?.['compared'], theirs?.['differences']], [1, []]);
  const { body } = await merchant.call('GET', `${path}?limit=1`);
  const next = await merchant.list(`${path}?limit=1&cursor=${String(body['nextCursor'])}`);
  assert.deepEqual(next[0]?.['id'], before?.['id']);
  assert.deepEqual(await merchant.list(`${path}?sweep=two_days`), []);
  const wrong = await merchant.call('GET', `${path}?sweep=2h`);
  assert.deepEqual([wrong.status, wrong.body['error']], [400, 'invalid_request']);
});
