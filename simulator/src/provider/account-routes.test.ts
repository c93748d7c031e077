import assert from 'node:assert/strict';
import { test } from 'node:test';
import { euidOf } from '../ids.ts';
import { openSandbox, partnerAt } from '../../test/sandbox.ts';

const sandbox = await openSandbox();

test('ping shows the claims of the token', async () => {
  const partner = partnerAt(sandbox.url);
  const { status, response } = await partner.api('GET', 'ping');
  assert.equal(status, 200);
  assert.equal(response['msg'], 'Pong!');
  // The claims are an object by their documentation.
  const claims = response['claims_for_token_debug'] as { sub: string };
  assert.equal(claims.sub, partner.name);
});

test('user-info adds up what a payer paid today', async () => {
  const partner = partnerAt(sandbox.url);
  const path = `user-info?euid=${euidOf('01234567890')}`;
  const infoOf = async () => (await partner.api('GET', path)).response;
  assert.equal((await infoOf())['dailyVolumeInCents'], 0);
  const id = await partner.newCharge();
  await partner.control('POST', `charges/${id}/pay`);
  await partner.control('PUT', 'payers', { taxNumber: '01234567890', blocked: true });
  const info = await infoOf();
  assert.equal(info['dailyVolumeInCents'], 5000);
  assert.equal(info['isBlocked'], true);
  assert.equal(info['maxDailyInCents'], 600_000);
  assert.match(String(info['dailyLimitResetTime']), /T00:00:00-03:00$/);
  await partner.control('PUT', 'clock', { offsetMs: 86_400_000 });
  assert.equal((await infoOf())['dailyVolumeInCents'], 0);
});
