import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { App } from '../../src/app.ts';
import { newId } from '../../src/ids.ts';
import { newToken } from '../../src/platform/token.ts';
import { insertSession } from '../../src/sessions/store.ts';
import { send } from '../contract/requests.ts';
import { openTenant } from '../contract/tenant.ts';
import type { Scope } from '../database.ts';
import { openGateway } from '../gateway.ts';
import { isObject } from '../../src/platform/json.ts';
import { operationOf, type Reference, type Seen } from '../openapi.ts';
import { openPerson, type Person } from '../person.ts';
import { type FuzzRequest, withoutHost } from './arbitrary-request.ts';
import { leave } from './leave.ts';
import { fill, hearFaults, Ids, type World } from './world.ts';

/** So many that none of them exceeds a person's rate limit. */
const PEOPLE = 60;

/**
 * An account whose owners take turns, every second one an operator too. Each has a session of their
 * own and is made an owner again, whatever the previous request has ended.
 */
export async function openSessionWorld(scope: Scope, reference: Reference): Promise<World> {
  const gateway = await openGateway(scope);
  const { app, url } = gateway;
  const tenant = await openTenant(gateway);
  const other = await openTenant(gateway);
  const [own, others] = [new Ids(['acc', 'aud', 'ses']), new Ids()];
  await fill(tenant, own);
  await fill(other, others);
  own.add(tenant.accountId);
  others.add(other.accountId);
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) =>
      openPerson(gateway, { [tenant.accountId]: 'owner' }, { isOperator: n % 2 === 1 }),
    ),
  );
  people.forEach(({ userId }) => own.add(userId));
  let asked = 0;

  /** As the next person sends it; where a key would be wrong, the session is old, or nobody's. */
  const resolved = async (request: FuzzRequest): Promise<FuzzRequest> => {
    const { method, target, headers, body } = request;
    const person = people[asked % PEOPLE];
    asked += 1;
    if (!person) throw new Error('there is nobody');
    const fillIn = (text: string): string => own.resolve(text, others, () => '');
    const { authorization, ...rest } = headers;
    const isFresh = isOurs(authorization) || asked % 3 === 0;
    return {
      ...request,
      target: fillIn(target),
      headers: {
        ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, fillIn(value)])),
        ...(method !== 'GET' && { origin: url }),
        cookie: await cookieOf(app, tenant.accountId, person, isFresh),
      },
      body: body === undefined ? undefined : fillIn(body),
    };
  };

  return {
    ask: async (request) => {
      const { method, target, headers, body } = await resolved(request);
      const answer = await send(url, method, target, {
        check: (seen) => checkSeen(reference, { ...seen, path: withoutHost(seen.path) }),
        headers,
        ...(body !== undefined && { body: Buffer.from(body, 'latin1') }),
      });
      if (isOurs(request.headers['authorization'])) own.learn(answer);
      return answer;
    },
    leave: async (request) => leave(url, await resolved(request)),
    faults: hearFaults(gateway),
  };
}

/**
 * A new session's cookie for somebody who is an owner of the account again, whatever they had
 * become.
 */
async function cookieOf(
  { db }: App,
  accountId: string,
  { userId }: Person,
  isFresh: boolean,
): Promise<string> {
  const { token, hash: tokenHash } = newToken();
  await db`
    insert into memberships (account_id, user_id, role)
    values (${accountId}, ${userId}, 'owner')
    on conflict (account_id, user_id) do update set role = 'owner'`;
  await insertSession(db, {
    id: newId('ses'),
    userId,
    tokenHash,
    isHalfOpen: false,
    isVerified: isFresh,
    userAgent: randomUUID(),
    address: '127.0.0.1',
  });
  return `ponte_session=${token}`;
}

function isOurs(authorization: string | undefined): boolean {
  return authorization === 'Bearer {{key:test}}';
}

/** Possible before any route is reached, or where there is none. */
const EVERYWHERE = [400, 404, 405, 408, 413, 415, 431];

/** Fails unless the description names the response, with the shape that it gives. */
function checkSeen(reference: Reference, seen: Seen): void {
  const what = `${seen.method} ${seen.path} answered ${String(seen.status)} ${seen.text.slice(0, 500)}`;
  const operation = operationOf(seen, reference);
  const isJson = String(seen.headers['content-type']).startsWith('application/json');
  const body: unknown = isJson && seen.text !== '' ? JSON.parse(seen.text) : {};
  if (seen.status >= 400 && seen.method !== 'HEAD') {
    assert.deepEqual(Object.keys(isObject(body) ? body : {}), ['error', 'message'], what);
  }
  const { responses } = operation?.content ?? {};
  const response = reference.resolve(
    isObject(responses) ? responses[String(seen.status)] : undefined,
  );
  if (!isObject(response['content'])) {
    const isKnown = operation && isObject(responses) && String(seen.status) in responses;
    assert.ok(!operation || isKnown || EVERYWHERE.includes(seen.status), `${what}: not described`);
    return;
  }
  if (!isJson || seen.method === 'HEAD' || !('application/json' in response['content'])) return;
  const at = typeof response['$at'] === 'string' ? response['$at'] : undefined;
  const pointer = at ?? `${String(operation?.pointer)}/responses/${String(seen.status)}`;
  reference.validate(`${pointer}/content/application~1json/schema`, body, what);
}
