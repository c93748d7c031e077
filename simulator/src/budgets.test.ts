import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openSandbox, partnerAt } from '../test/sandbox.ts';

const sandbox = await openSandbox({ strict: true });

/** As if this partner's calls had been made a minute earlier. */
async function waitMinute({ name }: { readonly name: string }): Promise<void> {
  const client = new pg.Client({ connectionString: sandbox.database.url });
  await client.connect();
  await client.query(
    "update sandbox.budgets set refilled_at = refilled_at - interval '1 minute' where partner = $1",
    [name],
  );
  await client.end();
}

test('an exhausted rate budget answers 520 with the seconds to wait', async () => {
  const partner = partnerAt(sandbox.url);
  assert.equal((await partner.api('GET', 'ping')).status, 200);
  const { status, response } = await partner.api('GET', 'ping');
  assert.equal(status, 520);
  assert.match(
    String(response['errorMessage']),
    /^Too many requests\. Please wait (5\d|60) more seconds before retrying$/,
  );
  await waitMinute(partner);
  assert.equal((await partner.api('GET', 'ping')).status, 200);
});

test("moving the partner's clock neither refills nor freezes a budget", async () => {
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'clock', { offsetMs: 3_600_000 });
  assert.equal((await partner.api('GET', 'ping')).status, 200);
  await partner.control('PUT', 'clock', { offsetMs: 7_200_000 });
  const { status, response } = await partner.api('GET', 'ping');
  assert.equal(status, 520);
  assert.match(String(response['errorMessage']), / wait (5\d|60) more seconds /);
  await partner.control('PUT', 'clock', { offsetMs: 0 });
  await waitMinute(partner);
  assert.equal((await partner.api('GET', 'ping')).status, 200);
});

test('with the throttleWith429 switch an exhausted budget answers 429 with Retry-After', async () => {
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'switches', { throttleWith429: true });
  await partner.api('GET', 'ping');
  const { status, headers } = await partner.api('GET', 'ping');
  assert.equal(status, 429);
  assert.ok(Number(headers.get('retry-after')) > 50);
});

test('concurrent calls are accepted up to the budget, which each partner has for itself', async () => {
  const partner = partnerAt(sandbox.url);
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: 60 }, () => partner.deposit()));
  // Fifteen per minute are refilled meanwhile, which matters on a busy machine.
  const refilled = Math.floor((performance.now() - startedAt) / 4_000);
  const accepted = answers.filter(({ status }) => status === 200).length;
  assert.ok(accepted >= 50 && accepted <= 50 + refilled, `${accepted}, ${refilled} refilled`);
  assert.equal((await partnerAt(sandbox.url).deposit()).status, 200);
});
