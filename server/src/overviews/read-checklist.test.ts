import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { openGateway } from '../../test/gateway.ts';
import { openEndpoint, openMerchant } from '../../test/merchant.ts';
import { openPerson, type Person } from '../../test/person.ts';
import { until } from '../../test/receiver.ts';
import { storedDelivery } from '../../test/webhooks.ts';
import type { Mode } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import { newId } from '../ids.ts';
import { insertWallet } from '../wallets/store.ts';
import { readChecklist } from './read-checklist.ts';

const gateway = await openGateway();
const { app } = gateway;

/** The checklist's steps in order, each with whether it is ticked. */
async function stepsSeenBy(person: Person, accountId: string, mode: Mode = 'test') {
  const { body } = await person.call('GET', `/accounts/${accountId}/${mode}/checklist`);
  const items = body['items'] as { id: string; doneAt: string | null }[];
  return Object.fromEntries(items.map(({ id, doneAt }) => [id, doneAt !== null]));
}

test('a checklist step is ticked by what happens, permanently', async () => {
  const merchant = await openMerchant(gateway);
  const owner = await openPerson(gateway, { [merchant.accountId]: 'owner' });
  const done = async () => {
    const steps = Object.entries(await stepsSeenBy(owner, merchant.accountId));
    return steps.filter(([, isDone]) => isDone).map(([id]) => id);
  };
  assert.deepEqual(await done(), ['email', 'wallet', 'key']);
  const endpoint = await openEndpoint(merchant);
  const id = String((await merchant.deposit())['id']);
  assert.deepEqual(await done(), ['email', 'wallet', 'key']);
  await merchant.command(`deposits/${id}/pay`);
  await merchant.reaches(id, 'CONFIRMED');
  await until(async () => endpoint.notified().length > 0);
  await until(async () => (await done()).length === 5);
  const { db } = app;
  const { id: environmentId } = merchant.environment;
  await db`delete from webhook_deliveries where environment_id = ${environmentId}`;
  // Chain rows reference the wallet, so it can't be deleted; a rehearsal wallet ticks no step.
  await db`update wallets set is_rehearsal = true where environment_id = ${environmentId}`;
  await db`update deposits set status = 'REFUNDED', refunded_at = now() where id = ${id}`;
  assert.equal((await done()).length, 5);
});

test('the rehearsal wallet of a new account ticks nothing', async () => {
  const tenant = await testEnvironment(app);
  const person = await openPerson(gateway, { [tenant.accountId]: 'viewer' });
  await app.db.begin((tx) =>
    insertWallet(tx, tenant.environment.id, {
      id: newId('wal'),
      liquidAddress: 'tex1any',
      network: 'testnet',
      confidential: false,
      label: 'Rehearsal wallet',
      isDefault: true,
      isRehearsal: true,
    }),
  );
  assert.equal((await stepsSeenBy(person, tenant.accountId))['wallet'], false);
});

test('each mode has its own checklist, ticked only by what happens in it', async () => {
  const merchant = await openMerchant(gateway, 'live');
  const owner = await openPerson(gateway, { [merchant.accountId]: 'owner' });
  const steps = (mode: Mode) => stepsSeenBy(owner, merchant.accountId, mode);
  const live = { provider: false, wallet: true, key: true, webhook: false, payment: false };
  const inTest = { email: true, wallet: false, key: false, payment: false, webhook: false };
  assert.deepEqual(Object.entries(await steps('live')), Object.entries(live));
  assert.deepEqual(Object.entries(await steps('test')), Object.entries(inTest));
  const { id } = await storedDeposit(app, merchant, {});
  await app.db`update deposits set status = 'CONFIRMED', confirmed_at = now() where id = ${id}`;
  await storedDelivery(app, merchant.environment.id, 'https://shop.example', 'succeeded');
  assert.deepEqual(await steps('live'), { ...live, webhook: true, payment: true });
  assert.deepEqual(await steps('test'), inTest);
});

test('the provider step is ticked when a provider is first configured, permanently', async () => {
  const { environment } = await testEnvironment(app, 'live');
  const sandboxed = await testEnvironment(app);
  const provider = app.providerOf({ environmentId: sandboxed.environment.id, mode: 'test' });
  assert.ok(provider);
  const seen = async (providerOf: App['providerOf']) =>
    (await readChecklist({ ...app, providerOf }, environment)).items[0];
  assert.deepEqual(await seen(() => undefined), { id: 'provider', doneAt: null });
  const first = await seen(() => provider);
  assert.equal(typeof first?.doneAt, 'string');
  assert.deepEqual(await seen(() => undefined), first);
});

test("an admin can hide a mode's checklist for the whole account, and a developer cannot", async () => {
  const tenant = await testEnvironment(app);
  const person = await openPerson(gateway, { [tenant.accountId]: 'viewer' });
  const at = `/accounts/${tenant.accountId}/test`;
  const hide = { isHidden: true };
  const developer = await openPerson(gateway, { [tenant.accountId]: 'developer' });
  const admin = await openPerson(gateway, { [tenant.accountId]: 'admin' });
  assert.equal((await developer.call('PATCH', `${at}/checklist`, hide)).status, 403);
  assert.equal((await admin.call('PATCH', `${at}/checklist`, hide)).body['isHidden'], true);
  assert.equal((await person.call('GET', `${at}/checklist`)).body['isHidden'], true);
  const live = await person.call('GET', `/accounts/${tenant.accountId}/live/checklist`);
  assert.equal(live.body['isHidden'], false);
});
