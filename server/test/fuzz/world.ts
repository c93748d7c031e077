import { isObject } from '../../src/platform/json.ts';
import { createKey } from '../../src/api-keys/create-key.ts';
import { type Answer, send } from '../contract/requests.ts';
import { checkAnswer } from '../openapi.ts';
import { openTenant } from '../contract/tenant.ts';
import type { Scope } from '../database.ts';
import { type Gateway, openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { updateEnvironment, listEnvironments } from '../../src/accounts/store.ts';
import { NO_LIMIT } from '../app.ts';
import { SCOPES } from '../../src/api-keys/api-key.ts';
import { type FuzzRequest, withoutHost } from './arbitrary-request.ts';
import { leave } from './leave.ts';

/** A gateway with an account on which everything is tried, and what it has come to contain. */
export interface World {
  /** Makes a request, and records the ids and cursors in its response. */
  ask(request: FuzzRequest): Promise<Answer>;
  /** Makes a request without waiting for the response. */
  leave(request: FuzzRequest): Promise<void>;
  /** What the gateway has logged about requests as faults of its own. */
  readonly faults: readonly string[];
}

/**
 * Collects faults logged about requests from here on, including those whose response nobody reads.
 */
export function hearFaults({ app }: Gateway): readonly string[] {
  const faults: string[] = [];
  app.log.error = (fault: unknown) => {
    if (isObject(fault) && 'requestId' in fault) faults.push(JSON.stringify(fault));
  };
  return faults;
}

const KEPT = 40;

/** The ids and cursors that responses contained. */
export class Ids {
  readonly #known = new Map<string, string[]>();
  readonly #cursors: string[] = [];
  readonly #unheard: readonly string[];

  /** @param unheard kinds of ids not collected from responses, since they may be somebody else's */
  constructor(unheard: readonly string[] = []) {
    this.#unheard = unheard;
  }

  add(id: string): void {
    const prefix = /^[a-z]{3}(?=_)/.exec(id)?.[0];
    if (prefix === undefined) return;
    const ids = this.#known.get(prefix) ?? [];
    if (!ids.includes(id)) this.#known.set(prefix, [id, ...ids].slice(0, KEPT));
  }

  learn({ body }: Answer): void {
    const { id, nextCursor, data, alerts } = body;
    if (typeof nextCursor === 'string') this.#cursors.push(nextCursor);
    const rows = [data, alerts].flat().filter(isObject);
    for (const one of [id, ...rows.map((row) => row['id'])]) {
      if (typeof one === 'string' && !this.#unheard.includes(one.slice(0, 3))) this.add(one);
    }
  }

  newest(prefix: string): string {
    return String(this.#known.get(prefix)?.[0]);
  }

  /** The text with its placeholders replaced. */
  resolve(text: string, others: Ids, named: (kind: string, name: string) => string): string {
    return text.replaceAll(
      /\{\{(\w+)(?::(\w+))?(?::(\d+))?\}\}/g,
      (_all, kind: string, name = '', index = '0') => {
        if (kind === 'cursor') return this.#cursors.at(-1) ?? 'none';
        if (kind !== 'own' && kind !== 'other') return named(kind, String(name));
        const known = (kind === 'own' ? this : others).#known.get(String(name)) ?? [];
        return known[Number(index) % Math.max(known.length, 1)] ?? `${String(name)}_unknown`;
      },
    );
  }
}

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
  const [own, others] = [new Ids(), new Ids()];
  await fill(tenant, own);
  await fill(other, others);
  const resolve = (text: string): string =>
    own.resolve(text, others, (kind, name) =>
      kind === 'provider' ? gateway.webhookSecrets.test : (keys[name] ?? ''),
    );
  const resolved = (request: FuzzRequest): FuzzRequest => ({
    ...request,
    target: resolve(request.target),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, resolve(value)]),
    ),
    body: request.body === undefined ? undefined : resolve(request.body),
  });
  return {
    ask: async (request) => {
      const { method, target, headers, body } = resolved(request);
      const answer = await send(gateway.url, method, target, {
        headers,
        check: (seen) => checkAnswer({ ...seen, path: withoutHost(seen.path) }),
        ...(body !== undefined && { body: Buffer.from(body, 'latin1') }),
      });
      if (request.headers['authorization'] === 'Bearer {{key:test}}') own.learn(answer);
      return answer;
    },
    leave: (request) => leave(gateway.url, resolved(request)),
    faults: hearFaults(gateway),
  };
}

type Tenant = Awaited<ReturnType<typeof openTenant>>;

export async function fill(tenant: Tenant, known: Ids): Promise<void> {
  await tenant.openWallet();
  const hook = { url: 'http://127.0.0.1:9/hook' };
  const answers = await Promise.all([
    tenant.call('GET', '/v1/api/wallets'),
    tenant.post('/v1/api/deposit', DEPOSIT),
    tenant.post('/v1/api/withdraw', WITHDRAWAL),
    tenant.call('POST', '/v1/api/webhook-endpoints', { body: hook }),
    tenant.call('POST', '/v1/api/payment-links', { body: { title: 'Aula' } }),
  ]);
  for (const answer of answers) known.learn(answer);
  const path = `/v1/api/webhook-endpoints/${known.newest('whe')}/test`;
  known.learn(await tenant.call('POST', path));
}

/** The account's live mode, which has no provider here. */
async function openLive({ app }: Gateway, { accountId }: Tenant): Promise<string> {
  const environments = await listEnvironments(app.db, accountId);
  for (const environment of environments) {
    await updateEnvironment(app.db, { ...environment, rates: NO_LIMIT });
  }
  return (await createKey(app.db, { accountId, mode: 'live', scopes: SCOPES, name: 'live' })).key;
}
