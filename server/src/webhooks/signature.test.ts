import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { newSecret } from './endpoint.ts';
import { eventBody } from './event.ts';
import { signatureHeaders } from './signature.ts';

const body = eventBody('deposit.confirmed', { id: 'dep_1', note: 'ação ✓ "quoted" \u0000 \ud800' });
const signed = () => ({
  eventId: 'evt_01jd6v4q5vfr0rd1n9s5g0x3c7',
  body,
  timestamp: Math.floor(Date.now() / 1_000),
});

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

test('the Standard Webhooks library accepts the signature', () => {
  const secret = newSecret();
  const headers = signatureHeaders(signed(), [secret]);
  assert.deepEqual(new StandardWebhook(secret).verify(body, headers), JSON.parse(body));
  assert.throws(() => new StandardWebhook(secret).verify(`${body} `, headers));
  assert.throws(() => new StandardWebhook(newSecret()).verify(body, headers));
});

test('the Svix library accepts the signature', () => {
  const secret = newSecret();
  const headers = signatureHeaders(signed(), [secret]);
  new SvixWebhook(secret).verify(body, headers);
  assert.throws(() => new SvixWebhook(newSecret()).verify(body, headers));
});

test('while two secrets are in use, the holder of either can verify', () => {
  const [present, previous] = [newSecret(), newSecret()];
  const headers = signatureHeaders(signed(), [present, previous]);
  new StandardWebhook(present).verify(body, headers);
  new StandardWebhook(previous).verify(body, headers);
  new SvixWebhook(previous).verify(body, headers);
  const digest = (secret: string) => createHmac('sha256', secret).update(body).digest('hex');
  assert.equal(headers['X-Webhook-Signature'], `sha256=${digest(present)}`);
  assert.equal(headers['X-Webhook-Signature-Previous'], `sha256=${digest(previous)}`);
});

test('with one secret there is one signature and no previous one', () => {
  const headers = signatureHeaders(signed(), [newSecret()]);
  assert.match(headers['webhook-signature'] ?? '', /^v1,\S+$/);
  assert.equal('X-Webhook-Signature-Previous' in headers, false);
});
