import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Role } from '../../src/members/member.ts';
import { openAgent, WITHDRAWAL_REQUEST } from '../agents.ts';
import { openGateway } from '../gateway.ts';
import { openMerchant, PAYER, STRANGER } from '../merchant.ts';
import type { Operation } from '../openapi.ts';
import { openPerson } from '../person.ts';
import { askSession, sampleOf, sessionReference } from './ask-session.ts';

/** Nothing that members only look at names payers or recipients in full. */

const gateway = await openGateway();
const RECIPIENT = '52998224725';
const NAME = 'Maria Souza';

/** A shop with a payment returned to somebody else, a payout, and an agent's request for one. */
async function openShop(t: TestContext) {
  const shop = await openMerchant(gateway);
  const toTaxId = { pixKeyType: 'CPF', pixKey: RECIPIENT, taxId: PAYER };
  const deposit = String((await shop.deposit())['id']);
  await shop.command(`deposits/${deposit}/pay`, { payerTaxId: STRANGER, payerName: NAME });
  await shop.reaches(deposit, 'REFUNDED');
  const withdrawal = String((await shop.withdraw(toTaxId))['id']);
  const agent = await openAgent(t, gateway, shop);
  const asked = await agent.tool('request_withdrawal', { ...WITHDRAWAL_REQUEST, ...toTaxId });
  assert.equal(asked.isError, false, JSON.stringify(asked.content));
  const alerts = await shop.list('/v1/api/meds');
  assert.deepEqual(
    alerts.map(({ payerName, cpfReal }) => [payerName, cpfReal]),
    [[NAME, STRANGER]],
  );
  const ids = [deposit, withdrawal, String(asked.content['id']), String(alerts[0]?.['id'])];
  return { shop, ids };
}

const readings = sessionReference.operations.filter(
  ({ method, content }) => method === 'GET' && typeof content['x-permission'] === 'string',
);

/** The operations whose answer to this member contains somebody's name or whole tax id. */
async function namersOf(
  { shop, ids }: Awaited<ReturnType<typeof openShop>>,
  role: Role,
): Promise<string[]> {
  const member = await openPerson(gateway, { [shop.accountId]: role }, { isFresh: false });
  const namers = new Set<string>();
  const seen: string[] = [];
  const ask = async (operation: Operation, id: string): Promise<void> => {
    const path = operation.path.replace('{mode}', 'test').replace('{id}', id);
    const request = { ...sampleOf(operation, shop.accountId, path), method: 'GET' };
    const { status, text } = await askSession(gateway.url, operation, request, member.cookie);
    if (status === 200) seen.push(text);
    const digits = text.replaceAll(/[./-]/g, '');
    const isNamed = [PAYER, STRANGER, RECIPIENT].some((taxId) => digits.includes(taxId));
    if (isNamed || text.includes('Maria')) namers.add(String(operation.content['operationId']));
  };
  for (const operation of readings) {
    const places = operation.path.includes('{id}') ? ids : [''];
    for (const id of places) await ask(operation, id);
  }
  for (const id of ids) assert.ok(seen.some((text) => text.includes(id)));
  return [...namers];
}

test('no list, file or page shows a viewer a name or a whole tax id', async (t) => {
  const shop = await openShop(t);
  assert.deepEqual(await namersOf(shop, 'viewer'), []);
  // Only the page on which a withdrawal is confirmed shows whom it pays, to those who may confirm.
  assert.deepEqual(await namersOf(shop, 'developer'), []);
  assert.deepEqual(await namersOf(shop, 'owner'), ['getWithdrawalRequest']);
});
