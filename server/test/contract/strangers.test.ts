import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readKeyText, SCOPES } from '../../src/api-keys/api-key.ts';
import { createKey } from '../../src/api-keys/create-key.ts';
import { newId } from '../../src/ids.ts';
import { getId } from '../../src/platform/get-id.ts';
import { openGateway } from '../gateway.ts';
import { DEPOSIT } from '../merchant.ts';
import { type Operation, reference } from '../openapi.ts';
import { until } from '../receiver.ts';
import { storedReversal } from '../reversals.ts';
import { type IdField, idFieldsOf, sampleRequest, type SampleRequest } from '../sample-request.ts';
import { MAKERS } from './makers.ts';
import { type Answer, fresh, refusalOf, rowsOf, send } from './requests.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });
/** What else must exist for the filter to find something for the owner. */
const MATCHES: Readonly<Record<string, (owner: Tenant) => Promise<string>>> = {
  walletId: async (owner) => {
    const wallet = await MAKERS['wal']?.(owner);
    await owner.post('/v1/api/deposit', DEPOSIT);
    return String(wallet);
  },
  paymentLinkId: async (owner) => {
    const link = String(await MAKERS['lnk']?.(owner));
    const deposit = await MAKERS['dep']?.(owner);
    // It is set by the page behind a link.
    await gateway.app.db`update deposits set payment_link_id = ${link} where id = ${deposit}`;
    return link;
  },
  depositId: async (owner) => {
    const depositId = String(await MAKERS['dep']?.(owner));
    await storedReversal(gateway.app, owner.environment.id, getId('dep', depositId));
    return depositId;
  },
  endpointId: async (owner) => {
    const endpoint = String(await MAKERS['whe']?.(owner));
    await owner.call('POST', `/v1/api/webhook-endpoints/${endpoint}/test`);
    return endpoint;
  },
  // The request log is written a moment after the requests.
  keyId: async (owner) => {
    await owner.call('GET', '/v1/api/fees');
    const log = () => owner.call('GET', '/v1/api/requests');
    await until(async () => rowsOf(await log()).length > 0, 30_000);
    return String(readKeyText(owner.key));
  },
  // A ping is about the endpoint itself.
  resourceId: (owner) => MATCHES['endpointId']?.(owner) ?? Promise.reject(new Error()),
};

const keyed = reference.operations.filter(({ content }) => content['x-scope'] !== undefined);

describe(
  'a resource of another account or mode, or under an id that only resembles its own',
  { concurrency: 4 },
  () => {
    for (const operation of keyed) {
      for (const field of idFieldsOf(reference, operation)) {
        test(`is not found by ${operation.method} ${operation.path} with its ${field.name}`, async () => {
          await assertUnknown(operation, field);
        });
      }
    }
  },
);

async function assertUnknown(operation: Operation, field: IdField): Promise<void> {
  const owner = await openTenant(gateway);
  const make = field.place === 'query' ? MATCHES[field.name] : MAKERS[field.prefix];
  assert.ok(make, `this test has no maker for ${field.name}`);
  const id = await make(owner);
  const request = sampleRequest(reference, operation, { field, id });
  const before = await allOf(owner);
  const stranger = await openTenant(gateway);
  for (const key of [stranger.key, await liveKeyOf(owner)]) {
    assertNotSeen(await ask(request, key), operation, field);
  }
  for (const other of field.place === 'path' ? resembling(id) : []) {
    const { path } = sampleRequest(reference, operation, { field, id: other });
    assertNotSeen(await ask({ ...request, path }, owner.key), operation, field);
  }
  assert.equal(await allOf(owner), before);
  const own = await ask(request, owner.key);
  if (field.place === 'path') assert.notEqual(own.status, 404, own.text);
  if (field.place === 'query') assert.notEqual(rowsOf(own).length, 0);
  if (field.place === 'body') assert.ok(own.status < 300, own.text);
}

/** Ids that nothing has: malformed, of another kind, or unknown. */
function resembling(id: string): string[] {
  const kind = id.slice(0, 4);
  return [
    ...[id.toUpperCase(), kind, id.slice(0, -1), `${id}0`, `${id}\0`],
    ...[' ', 'x', 'null', '\0', newId('evt')],
    ...['8', '0'].map((digit) => kind + digit.repeat(26)),
  ];
}

function assertNotSeen(answer: Answer, { path }: Operation, { place }: IdField): void {
  if (place === 'path') assert.equal(refusalOf(answer), '404 not_found');
  else if (place === 'query') assert.deepEqual(rowsOf(answer), []);
  else if (path === '/v1/api/deposit' && answer.status !== 503) {
    assert.equal(refusalOf(answer), '400 no_liquid_address');
  } else {
    // Live has no provider here, which is reported before any field is looked at.
    assert.equal(refusalOf(answer), '503 not_configured');
  }
}

describe('every operation', { concurrency: 4 }, () => {
  for (const operation of keyed) {
    const name = `${operation.method} ${operation.path}`;
    const scope = SCOPES.find((one) => one === operation.content['x-scope']);
    const request = sampleRequest(reference, operation, undefined);

    test(`${name} is refused without a key`, async () => {
      assert.equal(refusalOf(await ask(request, undefined)), '401 unauthorized');
    });

    test(`${name} is refused to an agent, whose key opens /mcp only`, async () => {
      const { accountId } = await openTenant(gateway);
      const order = { accountId, mode: 'test', scopes: SCOPES, name: 'agent' } as const;
      const { key } = await createKey(gateway.app.db, { ...order, agent: { caps: null } });
      assert.equal(refusalOf(await ask(request, key)), '403 insufficient_scope');
    });

    test(`${name} needs ${scope ?? 'no scope'}, and nothing else`, async () => {
      const tenant = await openTenant(gateway);
      const narrow = await ask(request, await tenant.keyWith(scope ? [scope] : ['deposit:create']));
      assert.notEqual(narrow.status, 401);
      assert.notEqual(narrow.body['error'], 'insufficient_scope');
      if (!scope) return;
      const others = SCOPES.filter((one) => one !== scope);
      const refused = await ask(request, await tenant.keyWith(others));
      assert.equal(refusalOf(refused), '403 insufficient_scope');
      assert.ok(refused.text.includes(scope), refused.text);
    });
  }
});

function ask(request: SampleRequest, key: string | undefined): Promise<Answer> {
  return send(gateway.url, request.method, request.path, {
    ...(key !== undefined && { key }),
    headers: request.takesIdempotencyKey ? fresh() : {},
    ...(request.body && { body: request.body }),
  });
}

async function liveKeyOf({ accountId }: Tenant): Promise<string> {
  const order = { accountId, mode: 'live', scopes: SCOPES, name: 'the other mode' } as const;
  return (await createKey(gateway.app.db, order)).key;
}

/** Every row of the tenant, in every table that has tenants. */
async function allOf({ environment }: Tenant): Promise<string> {
  const { db } = gateway.app;
  const tables = await db<{ tableName: string }>`
    select table_name from information_schema.columns join information_schema.tables
      using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'environment_id' and table_type = 'BASE TABLE'
      -- The log of requests is written a little after them, also of those that were refused.
      and table_name not in ('api_keys', 'api_requests')
      -- A partition's rows are those of the whole.
      and not (select relispartition from pg_class where oid = quote_ident(table_name)::regclass)
    order by table_name`;
  assert.ok(tables.length > 5);
  const rows = await Promise.all(
    tables.map(
      ({ tableName }) => db<{ content: string }>`
        select query_to_xml(format('select * from %I t where environment_id = %L order by t::text',
          ${tableName}::text, ${environment.id}::text), false, false, '')::text as content`,
    ),
  );
  return rows
    .flat()
    .map(({ content }) => content)
    .join('\n');
}
