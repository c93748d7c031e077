import { isObject } from '../../src/platform/json.ts';
import { createKey } from '../../src/api-keys/create-key.ts';
import { type Answer, send } from '../contract/requests.ts';
import { openTenant } from '../contract/tenant.ts';
import type { Scope } from '../database.ts';
import { type Gateway, openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { updateEnvironment, listEnvironments } from '../../src/accounts/store.ts';
import { NO_LIMIT } from '../app.ts';
import { SCOPES } from '../../src/api-keys/api-key.ts';
import type { FuzzRequest } from './arbitrary-request.ts';

/** A gateway with an account that everything is tried on, and what it has come to hold. */
export interface World {
  /** Makes a request, and remembers what it tells of ids and cursors. */
  ask(request: FuzzRequest): Promise<Answer>;
}

const KEPT = 40;

export async function openWorld(scope: Scope): Promise<World> {
  const gateway = await openGateway(scope);
  const tenant = await openTenant(gateway);
  const other = await openTenant(gateway);
  const keys: Readonly<Record<string, string>> = {
    test: tenant.key,
    other: other.key,
    narrow: await tenant.keyWith(['read:balance']),
    live: await openLive(gateway, tenant),
  };
  const own = new Map<string, string[]>();
  const others = new Map<string, string[]>();
  const cursors: string[] = [];
  await fill(tenant, own);
  await fill(other, others);
  const resolve = (text: string): string =>
    text.replaceAll(
      /\{\{(\w+)(?::(\w+))?(?::(\d+))?\}\}/g,
      (_all, kind: string, name = '', index = '0') => {
        if (kind === 'key') return keys[String(name)] ?? '';
        if (kind === 'provider') return gateway.webhookSecrets.test;
        if (kind === 'cursor') return cursors.at(-1) ?? 'none';
        const known = (kind === 'own' ? own : others).get(String(name)) ?? [];
        return known[Number(index) % Math.max(known.length, 1)] ?? `${String(name)}_unknown`;
      },
    );
  return {
    ask: async ({ method, target, headers, body }) => {
      const resolved = Object.entries(headers).map(([name, value]) => [name, resolve(value)]);
      const answer = await send(gateway.url, method, resolve(target), {
        headers: Object.fromEntries(resolved),
        ...(body !== undefined && { body: Buffer.from(resolve(body), 'latin1') }),
      });
      if (headers['authorization'] === 'Bearer {{key:test}}') learn(answer, own, cursors);
      return answer;
    },
  };
}

function learn({ body }: Answer, known: Map<string, string[]>, cursors: string[] = []): void {
  const { id, nextCursor, data } = body;
  if (typeof nextCursor === 'string') cursors.push(nextCursor);
  const rows = Array.isArray(data) ? data.filter(isObject) : [];
  for (const one of [id, ...rows.map((row) => row['id'])]) {
    const prefix = typeof one === 'string' ? /^[a-z]{3}(?=_)/.exec(one)?.[0] : undefined;
    if (prefix === undefined) continue;
    const ids = known.get(prefix) ?? [];
    if (!ids.includes(String(one))) known.set(prefix, [String(one), ...ids].slice(0, KEPT));
  }
}

type Tenant = Awaited<ReturnType<typeof openTenant>>;

async function fill(tenant: Tenant, known: Map<string, string[]>): Promise<void> {
  await tenant.openWallet();
  const hook = { url: 'http://127.0.0.1:9/hook' };
  const answers = await Promise.all([
    tenant.call('GET', '/v1/api/wallets'),
    tenant.post('/v1/api/deposit', DEPOSIT),
    tenant.post('/v1/api/withdraw', WITHDRAWAL),
    tenant.call('POST', '/v1/api/webhook-endpoints', { body: hook }),
    tenant.call('POST', '/v1/api/payment-links', { body: { title: 'Aula' } }),
  ]);
  for (const answer of answers) learn(answer, known);
  const endpoint = String(known.get('whe')?.[0]);
  learn(await tenant.call('POST', `/v1/api/webhook-endpoints/${endpoint}/test`), known);
}

/** The account's live mode, which no provider stands behind here. */
async function openLive({ app }: Gateway, { accountId }: Tenant): Promise<string> {
  const environments = await listEnvironments(app.db, accountId);
  for (const environment of environments) {
    await updateEnvironment(app.db, { ...environment, rates: NO_LIMIT });
  }
  return (await createKey(app.db, { accountId, mode: 'live', scopes: SCOPES, name: 'live' })).key;
}
