import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { newSecret } from './endpoint.ts';
import { eventBody } from './event.ts';
import { signatureHeaders } from './signature.ts';

test('the plain signature uses the whole text of the secret as its key', () => {
  // Computed with: printf '%s' '{"event":"test.ping"}' | openssl dgst -sha256 -hmac whsec_AAAA
  const headers = signatureHeaders(
    { eventId: 'evt_1', body: '{"event":"test.ping"}', timestamp: 1 },
    ['whsec_AAAA'],
  );
  assert.equal(
    headers['X-Webhook-Signature'],
    'sha256=37a0540314ad3625563d684b7c2c37f84993db615e4ba1631c26313225c5b38c',
  );
});

test('a secret is whsec_ and 32 random bytes in base64', () => {
  assert.match(newSecret(), /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(new Set(Array.from({ length: 100 }, newSecret)).size, 100);
});

test('the Standard Webhooks and Svix libraries accept the signature over any text', () => {
  const note = 'ação ✓ "quoted" \u0000 \ud800';
  const body = eventBody('deposit.confirmed', { id: 'dep_1', note });
  const secret = newSecret();
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = signatureHeaders({ eventId: 'evt_1', body, timestamp }, [secret]);
  for (const verifier of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
    verifier.verify(body, headers);
    assert.throws(() => verifier.verify(`${body} `, headers));
  }
});
