import { updateEnvironment } from '../../src/accounts/store.ts';
import type { Environment, Mode } from '../../src/accounts/environment.ts';
import type { Scope } from '../../src/api-keys/api-key.ts';
import { createKey } from '../../src/api-keys/create-key.ts';
import { NO_LIMIT, type TestTenant, testEnvironment } from '../app.ts';
import type { Gateway } from '../gateway.ts';
import { ADDRESS } from '../merchant.ts';
import { type Answer, fresh, type Request, send } from './requests.ts';

export interface Tenant extends TestTenant {
  /** A call with a key that has every scope. */
  call(method: string, path: string, request?: Request): Promise<Answer>;
  /** Registers the default wallet, and returns its id. */
  openWallet(): Promise<string>;
  /** A money operation under a fresh idempotency key. */
  post(path: '/v1/api/deposit' | '/v1/api/withdraw', body: unknown): Promise<Answer>;
  /** Another key of the same environment. */
  keyWith(scopes: readonly Scope[]): Promise<string>;
  /** Changes settings, bypassing the command line. */
  set(settings: Partial<Environment>): Promise<void>;
}

/** A dedicated account, without a wallet, and with rate limits that no test reaches. */
export async function openTenant(gateway: Gateway, mode: Mode = 'test'): Promise<Tenant> {
  const tenant = await testEnvironment(gateway.app, mode);
  const { db } = gateway.app;
  const set = (settings: Partial<Environment>): Promise<void> =>
    updateEnvironment(db, { ...tenant.environment, rates: NO_LIMIT, ...settings });
  await set({});
  const call: Tenant['call'] = (method, path, request = {}) =>
    send(gateway.url, method, path, { key: tenant.key, ...request });
  return {
    ...tenant,
    call,
    openWallet: async () => {
      const wallet = await call('POST', '/v1/api/wallets', {
        body: { liquidAddress: ADDRESS[mode] },
      });
      if (wallet.status !== 201) throw new Error(wallet.text);
      return String(wallet.body['id']);
    },
    post: (path, body) => call('POST', path, { headers: fresh(), body }),
    keyWith: async (scopes) => {
      const { accountId } = tenant;
      return (await createKey(db, { accountId, mode, scopes, name: 'narrow' })).key;
    },
    set,
  };
}

/** The order as JSON, with this text as the field's value. */
export function withField(order: object, field: string, json: string): string {
  const rest = Object.entries(order).filter(([name]) => name !== field);
  return `{${[...rest.map(([name, value]) => `"${name}":${JSON.stringify(value)}`), `"${field}":${json}`].join(',')}}`;
}
