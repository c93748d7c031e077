import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { type Id, parseId } from '../../src/ids.ts';
import { getId } from '../../src/platform/get-id.ts';
import { insertNote } from '../../src/reversals/member-store.ts';
import { cents } from '../../src/money.ts';
import { requestWithdrawal } from '../../src/withdrawal-requests/request-withdrawal.ts';
import { idIn, MAKERS as OF_TENANTS } from '../contract/makers.ts';
import { openTenant, type Tenant } from '../contract/tenant.ts';
import { openGateway } from '../gateway.ts';
import { WITHDRAWAL } from '../merchant.ts';
import type { Operation } from '../openapi.ts';
import { openPerson, type Person } from '../person.ts';
import { until } from '../receiver.ts';
import { storedReversal } from '../reversals.ts';
import { type IdField, idFieldsOf, sampleRequest } from '../sample-request.ts';
import { askSession, sampleOf, sessionReference, type Told } from './ask-session.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

interface Owner {
  readonly tenant: Tenant;
  readonly person: Person;
}

async function openOwner(): Promise<Owner> {
  const tenant = await openTenant(gateway);
  const person = await openPerson(gateway, { [tenant.accountId]: 'owner' });
  return { tenant, person };
}

/** How to create one of each kind in an account, by the prefix of its id. */
const MAKERS: Readonly<Record<string, (owner: Owner) => Promise<string>>> = {
  ...Object.fromEntries(
    Object.entries(OF_TENANTS).map(([prefix, make]) => [
      prefix,
      ({ tenant }: Owner) => make(tenant),
    ]),
  ),
  med: async (owner) => reverse(owner, String(await MAKERS['dep']?.(owner))),
  key: async ({ tenant, person }) => {
    const order = { name: 'x', scopes: ['read:balance'], agent: { caps: null } };
    return idIn(await person.call('POST', `/accounts/${tenant.accountId}/test/keys`, order));
  },
  req: async ({ tenant }) => {
    await tenant.call('GET', '/v1/api/fees');
    const kept = () => app.db<{ id: string }>`
      select id from api_requests where environment_id = ${tenant.environment.id}`;
    await until(async () => (await kept()).length > 0);
    return (await kept())[0]?.id ?? '';
  },
  wrq: async (owner) => {
    const { tenant } = owner;
    const keyId = parseId('key', String(await MAKERS['key']?.(owner)));
    assert.ok(keyId);
    const asker = { environment: tenant.environment, keyId, address: '127.0.0.1' };
    const order = {
      ...WITHDRAWAL,
      pixKeyType: 'EMAIL' as const,
      amountCents: cents(5_000),
      externalId: null,
      reason: 'x',
    };
    const name = { key: 'x', content: 'x' };
    return (await requestWithdrawal(app, asker, order, name)).request.id;
  },
  usr: async ({ tenant }) => (await openPerson(gateway, { [tenant.accountId]: 'viewer' })).userId,
  inv: async ({ tenant, person }) => {
    const order = { email: `${randomBytes(6).toString('hex')}@example.com`, role: 'viewer' };
    return idIn(await person.call('POST', `/accounts/${tenant.accountId}/invitations`, order));
  },
};

/** These belong to a person rather than an account and are covered by tests of their own. */
const PERSONAL = ['ses', 'psk'];

const tenants = sessionReference.operations.filter(({ path }) =>
  path.startsWith('/app/api/accounts/{accountId}/'),
);

describe('a resource of another account or mode', { concurrency: 3 }, () => {
  for (const operation of tenants) {
    for (const field of idFieldsOf(sessionReference, operation)) {
      if (field.place !== 'path' || field.name === 'accountId') continue;
      test(`is not found by ${operation.method} ${operation.path}`, async () => {
        await assertUnknown(operation, field);
      });
    }
  }

  test('is not found by the search of another account', async () => {
    const owner = await openOwner();
    const stranger = await openOwner();
    const found: string[] = [];
    for (const [prefix, make] of Object.entries(MAKERS)) {
      const q = await make(owner);
      const search = `/accounts/${owner.tenant.accountId}/test/search?q=${q}`;
      if ((await owner.person.call('GET', search)).text.includes(q)) found.push(prefix);
      const paths = ['search', 'requests', 'deposits', 'alerts', 'keys', 'webhook-deliveries'];
      for (const path of paths) {
        const address = `/accounts/${stranger.tenant.accountId}/test/${path}?q=${q}`;
        const { status, text } = await stranger.person.call('GET', address);
        // A list without such a filter may show the stranger's own rows.
        assert.ok(status < 500 && !text.includes(q), `${path} ${prefix}: ${text}`);
      }
    }
    // Its own account finds what there is a search for.
    assert.deepEqual(found.sort(), ['dep', 'lnk', 'req', 'wal', 'wdr', 'whd']);
  });
});

test('these tests cover every id in the dashboard’s paths', () => {
  const fields = sessionReference.operations
    .filter(({ content }) => content['x-person'] !== 'operator')
    .flatMap((operation) => idFieldsOf(sessionReference, operation))
    .filter(({ place, name }) => place === 'path' && name !== 'accountId');
  const known = [...Object.keys(MAKERS), ...PERSONAL];
  assert.deepEqual(
    fields.filter(({ prefix }) => !known.includes(prefix)),
    [],
  );
});

async function assertUnknown(operation: Operation, field: IdField): Promise<void> {
  const owner = await openOwner();
  const make = MAKERS[field.prefix];
  assert.ok(make, `this test has no maker for ${field.name}`);
  const id = await make(owner);
  const stranger = await openOwner();
  const { path } = sampleRequest(sessionReference, operation, { field, id });
  const ask = (person: Person, accountId: string, own = path): Promise<Told> =>
    askSession(gateway.url, operation, sampleOf(operation, accountId, own), person.cookie);
  const notFound = ({ status, error }: Told) =>
    assert.deepEqual([status, error], [404, 'not_found']);
  notFound(await ask(stranger.person, stranger.tenant.accountId));
  notFound(await ask(stranger.person, owner.tenant.accountId));
  if (path.includes('/test/')) {
    const live = path.replace('/test/', '/live/');
    notFound(await ask(owner.person, owner.tenant.accountId, live));
  }
  const own = await ask(owner.person, owner.tenant.accountId);
  assert.notEqual(own.status, 404, own.text);
  assert.ok(own.status < 500, own.text);
}

async function reverse({ tenant, person }: Owner, depositId: string): Promise<Id<'med'>> {
  const environmentId = tenant.environment.id;
  const id = await storedReversal(app, environmentId, getId('dep', depositId));
  const note = { environmentId, reversalId: id, writtenBy: person.userId, text: 'x' };
  await insertNote(app, note);
  return id;
}
