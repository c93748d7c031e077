import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import {
  type RawDelivery,
  receiveWebhook,
  signWebhook,
  verifyWebhook,
  WebhookError,
  type WebhookFault,
} from '../src/webhooks.ts';

const SECRET = `whsec_${Buffer.from('the secret that signs at present').toString('base64')}`;
const BEFORE = `whsec_${Buffer.from('the secret that had signed before').toString('base64')}`;
const NOW = 1_795_264_496;
const now = (): number => NOW * 1_000;
const body = '{"event":"test.ping","data":{"id":"whe_1","é":"ção"}}';

function sent(secrets: string[] = [SECRET], timestamp = NOW): Promise<Record<string, string>> {
  return signWebhook({ id: 'evt_1', timestamp, body }, secrets);
}

async function refused(
  reason: WebhookFault,
  delivery: RawDelivery,
  options: Parameters<typeof verifyWebhook>[2] = {},
  secrets: string | readonly string[] = SECRET,
): Promise<void> {
  await assert.rejects(verifyWebhook(delivery, secrets, { now, ...options }), (error) => {
    assert.ok(error instanceof WebhookError, String(error));
    assert.equal(error.reason, reason);
    return true;
  });
}

test('a delivery is verified from any common type of body and headers', async () => {
  const headers = await sent();
  const bytes = new TextEncoder().encode(body);
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  // As in a test that runs in its own realm.
  const elsewhere = runInNewContext('Uint8Array.from(bytes)', { bytes }) as Uint8Array<ArrayBuffer>;
  assert.equal(elsewhere instanceof Uint8Array, false);
  const expected = { ...(JSON.parse(body) as object), id: 'evt_1' };
  for (const delivery of [
    { headers, body },
    { headers: new Headers(headers), body: bytes },
    { headers: new Map(Object.entries(headers)), body: bytes },
    // Headers of another realm: they behave the same without being an instance.
    { headers: { get: (name: string) => headers[name] ?? null }, body: bytes },
    { headers: upper, body: Buffer.from(body) },
    { headers, body: bytes.buffer },
    { headers, body: elsewhere },
    { headers, body: elsewhere.buffer },
  ]) {
    assert.deepEqual(await verifyWebhook(delivery, SECRET, { now }), expected);
  }
  const request = new Request('http://shop.example', { method: 'POST', headers, body });
  assert.deepEqual(await receiveWebhook(request, SECRET, { now }), expected);
});

test('during secret rotation either secret is enough, for sender and receiver', async () => {
  const headers = await sent([SECRET, BEFORE]);
  for (const scheme of ['standard', 'plain'] as const) {
    for (const secrets of [SECRET, BEFORE, ['whsec_AAAA', BEFORE], [SECRET, BEFORE]]) {
      await verifyWebhook({ headers, body }, secrets, { now, scheme });
    }
    await refused('no_match', { headers, body }, { scheme }, 'whsec_AAAA');
  }
});

test('a changed body, id or timestamp invalidates the signature', async () => {
  const headers = await sent();
  await refused('no_match', { headers, body: body.replace('whe_1', 'whe_2') });
  await refused('no_match', { headers, body: `${body}\n` });
  await refused('no_match', { headers: { ...headers, 'webhook-id': 'evt_2' }, body });
  const later = { ...headers, 'webhook-timestamp': String(NOW + 1) };
  await refused('no_match', { headers: later, body });
  await refused('no_match', { headers, body: body.replace('whe_1', 'whe_2') }, { scheme: 'plain' });
});

test('a delivery with an old, future or malformed timestamp is refused', async () => {
  for (const timestamp of [NOW - 301, NOW + 301]) {
    const headers = await sent([SECRET], timestamp);
    await refused('stale', { headers, body });
    await verifyWebhook({ headers, body }, SECRET, { now, toleranceSeconds: 301 });
  }
  for (const stamp of ['', '-1', '1e9', 'NaN', '99999999999999999999', `${String(NOW)} `]) {
    const headers = { ...(await sent()), 'webhook-timestamp': stamp };
    await refused(stamp === '' ? 'missing_header' : 'malformed', { headers, body });
  }
});

test('removing the signed headers does not fall back to the plain scheme', async () => {
  const headers = await sent();
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    await refused('missing_header', { headers: { ...headers, [name]: undefined }, body });
  }
  await refused('missing_header', { headers: {}, body }, { scheme: 'plain' });
});

test('signatures of another version, length or case do not match', async () => {
  const { 'webhook-signature': good = '', ...headers } = await sent();
  for (const signature of [
    good.slice(0, -1),
    `${good}=`,
    good.replace('v1,', 'v2,'),
    good.slice(3),
    good.toLowerCase(),
    'v1,',
    ' ',
  ]) {
    await refused('no_match', { headers: { ...headers, 'webhook-signature': signature }, body });
  }
  const among = { ...headers, 'webhook-signature': `v1a,xyz ${good} v2,abc` };
  assert.equal((await verifyWebhook({ headers: among, body }, SECRET, { now })).event, 'test.ping');
});

test('a parsed body is reported as such, not as a mismatch', async () => {
  const headers = await sent();
  // What a framework's JSON parser passes on, whatever its types say.
  const parsed = JSON.parse(body) as string;
  await refused('body_not_raw', { headers, body: parsed });
});

test('a signed body that is no event is malformed', async () => {
  for (const body of ['', 'null', '[]', '{"event":"x"}', '{', '\u0000']) {
    const headers = await signWebhook({ id: 'evt_1', timestamp: NOW, body }, [SECRET]);
    await refused('malformed', { headers, body });
  }
});

test('a malformed, empty or missing secret throws a TypeError', async () => {
  const headers = await sent();
  for (const secrets of ['whsec_***', 'whsec_A', 'whsec_AAAA=', [], '', [SECRET, '']]) {
    await assert.rejects(verifyWebhook({ headers, body }, secrets, { now }), TypeError);
  }
  // A forgotten setting must not let anybody sign with the empty key.
  for (const scheme of ['standard', 'plain'] as const) {
    await assert.rejects(verifyWebhook({ headers, body }, '', { now, scheme }), TypeError);
  }
});
