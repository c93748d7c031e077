import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openGateway } from '../gateway.ts';
import { openMerchant } from '../merchant.ts';
import { BEHIND_PROXY, openLink, openPayer } from '../payer.ts';

const gateway = await openGateway(undefined, { env: BEHIND_PROXY, worker: false });
const merchant = await openMerchant(gateway);
const link = await openLink(merchant, { amountCents: undefined });
const page = await openPayer(gateway).orders(link, { amount: '50' });

const RUNS = 300;
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '50',
    '12345678909',
    '00000000001',
    '\0',
    '\ud800',
    '%',
    '%zz',
    '../..',
    '{}',
    '[]',
  ),
);

test('no form causes an internal error, whatever its fields', async () => {
  const fields = fc.array(
    fc.tuple(
      fc.constantFrom('attempt', 'amount', 'kind', 'document', 'action', '__proto__', ''),
      text,
    ),
    { maxLength: 6 },
  );
  const paths = fc.constantFrom(`/pay/${link.slug}`, page, `${page}/simulate`);
  await fc.assert(
    fc.asyncProperty(paths, fields, async (path, pairs) => {
      const body = new URLSearchParams(pairs.map(([name, value]) => [name, value.toWellFormed()]));
      const answer = await openPayer(gateway).ask(path, body.toString());
      assert.ok([303, 400, 422, 429].includes(answer.status), String(answer.status));
    }),
    { numRuns: RUNS },
  );
});

test('no bytes in place of a form cause an internal error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const body = Buffer.from(bytes).toString('latin1');
      const answer = await openPayer(gateway).ask(`/pay/${link.slug}`, body);
      assert.ok([303, 422, 429].includes(answer.status), String(answer.status));
    }),
    { numRuns: RUNS },
  );
});

test('no path or query causes an internal error', async () => {
  const part = text.map((one) => encodeURIComponent(one.toWellFormed()));
  const path = fc
    .tuple(fc.array(fc.oneof(part, fc.constantFrom(link.slug, 'receipt')), { maxLength: 4 }), part)
    .map(([parts, query]) => `/pay/${parts.join('/')}?lang=${query}&amount=${query}`);
  await fc.assert(
    fc.asyncProperty(path, async (one) => {
      const { status } = await openPayer(gateway).ask(one);
      assert.ok([200, 302, 404, 405].includes(status), `${one} ${String(status)}`);
    }),
    { numRuns: RUNS },
  );
});

test('a link is found with the capitals and trailing punctuation that chats add', async () => {
  const form = `/pay/${link.slug}`;
  const written = [`${form}/`, `${form}.`, `/pay/${link.slug.toUpperCase()}`, `${form})/`];
  for (const path of written) {
    const { status, location } = await openPayer(gateway).ask(`${path}?lang=en&amount=5`);
    assert.deepEqual([status, location], [302, `${form}?lang=en&amount=5`], path);
  }
  for (const path of ['/pay/a%0d%0ab/', '/pay/%2f%2fevil.example/', '/pay/a%5cb.', '/pay/%00/']) {
    const { status, location } = await openPayer(gateway).ask(path);
    assert.deepEqual([status, location], [404, undefined], path);
  }
});
