import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { address } from 'liquidjs-lib';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { type Operation, reference } from '../openapi.ts';
import { idFieldsOf, sampleRequest } from '../sample-request.ts';
import { type Answer, fresh } from './requests.ts';
import type { Tenant } from './tenant.ts';

/** How a tenant creates one of each kind, by the prefix of its id. */
export const MAKERS: Readonly<Record<string, (owner: Tenant) => Promise<string>>> = {
  wal: async (owner) => {
    const liquidAddress = address.toBech32(randomBytes(20), 0, 'tex');
    return idIn(await owner.call('POST', '/v1/api/wallets', { body: { liquidAddress } }));
  },
  dep: async (owner) => {
    await MAKERS['wal']?.(owner);
    return idIn(await owner.post('/v1/api/deposit', DEPOSIT));
  },
  wdr: async (owner) => idIn(await owner.post('/v1/api/withdraw', WITHDRAWAL)),
  whe: async (owner) => {
    const body = { url: 'http://127.0.0.1:9/hook' };
    return idIn(await owner.call('POST', '/v1/api/webhook-endpoints', { body }));
  },
  whd: async (owner) => {
    const endpoint = await MAKERS['whe']?.(owner);
    return idIn(await owner.call('POST', `/v1/api/webhook-endpoints/${String(endpoint)}/test`));
  },
  lsn: async (owner) =>
    idIn(await owner.call('POST', '/v1/api/listeners', { body: { name: 'desk' } })),
  lnk: async (owner) =>
    idIn(await owner.call('POST', '/v1/api/payment-links', { body: { title: 'Aula' } })),
};

/** The id of what was created. */
export function idIn({ status, body, text }: Pick<Answer, 'status' | 'body' | 'text'>): string {
  assert.ok(status < 300, text);
  return String(body['id']);
}

/** An operation’s example request, about something that the tenant has just made. */
export async function exampleOf(operation: Operation, owner: Tenant) {
  const field = idFieldsOf(reference, operation).find(({ place }) => place === 'path');
  const id = field && (await MAKERS[field.prefix]?.(owner));
  assert.ok(!field || id !== undefined, `no maker for ${String(field?.name)}`);
  const given = field && id !== undefined ? { field, id } : undefined;
  const { takesIdempotencyKey, ...sample } = sampleRequest(reference, operation, given);
  return { ...sample, id, headers: takesIdempotencyKey ? fresh() : {} };
}
