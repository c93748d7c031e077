import assert from 'node:assert/strict';
import { testEnvironment } from './app.ts';
import type { Gateway } from './gateway.ts';
import { openPerson } from './person.ts';

/** A payment link of a new account, created by its owner, and its address. */
export async function makeLink(gateway: Gateway) {
  const { accountId } = await testEnvironment(gateway.app);
  const person = await openPerson(gateway, { [accountId]: 'owner' });
  const path = `/accounts/${accountId}/test/payment-links`;
  const { status, body: link } = await person.call('POST', path, { title: 'Aula' });
  assert.equal(status, 201);
  return { accountId, person, path: `${path}/${String(link['id'])}`, link };
}
