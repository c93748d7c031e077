import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openCheckout } from '../../src/checkouts/open-checkout.ts';
import { findLinkPage } from '../../src/checkouts/store.ts';
import { cents } from '../../src/money.ts';
import { layFailpoint, startRole } from '../faults/role-process.ts';
import { openGateway } from '../gateway.ts';
import { openMerchant, PAYER } from '../merchant.ts';
import { BEHIND_PROXY, chargesOf, newTry, openLink, openPayer, randomAddress } from '../payer.ts';
import { until } from '../receiver.ts';
import { expireLeases } from '../running-key.ts';

const gateway = await openGateway(undefined, { env: BEHIND_PROXY });
const { app } = gateway;

async function assertOneCode(environmentId: string, page: { text: string }): Promise<void> {
  const rows = await app.db<{ pixQrCode: string }>`
    select pix_qr_code from deposits where environment_id = ${environmentId}`;
  assert.equal(rows.length, 1);
  assert.ok(page.text.includes(String(rows[0]?.pixQrCode).replaceAll('&', '&amp;')));
}

describe('a payer whose form was interrupted by kill -9 gets exactly one code', () => {
  for (const place of ['once.after-claim', 'once.after-call', 'once.after-commit']) {
    test(place, async (t) => {
      const merchant = await openMerchant(gateway);
      const environmentId = merchant.environment.id;
      const link = await openLink(merchant);
      const address = randomAddress();
      const attempt = newTry();
      const env = { PONTE_FAILPOINTS_DIR: await layFailpoint(t, place) };
      const doomed = await startRole(t, gateway, 'api', { env });
      await assert.rejects(openPayer(doomed, address).order(link, { attempt }));
      assert.equal(await doomed.ended, 'SIGKILL');

      // The phone repeats what it was sending, and somebody impatient opens the form again.
      const payer = openPayer(gateway, address);
      const path = await payer.orders(link, { attempt });
      assert.equal(await payer.orders(link), path);
      const found = await payer.ask(path);
      assert.equal(found.state, place === 'once.after-commit' ? 'waiting' : 'creating');
      await expireLeases(app.db, environmentId);
      await until(async () => (await payer.ask(path)).state === 'waiting');
      assert.equal(await payer.orders(link, { attempt }), path);
      await assertOneCode(environmentId, await payer.ask(path));

      // Other charges that the provider made are nobody's code, and on record.
      const charges = await chargesOf(merchant);
      assert.ok(charges === 1 || place === 'once.after-call', String(charges));
    });
  }

  test('between the checkout and the idempotency key', async () => {
    const merchant = await openMerchant(gateway);
    const { slug } = await openLink(merchant);
    const link = await findLinkPage(app.db, slug);
    assert.ok(link);
    const attempt = newTry();
    const address = randomAddress();
    const order = { amountCents: cents(5_000), taxId: PAYER };
    // Everything that a process dying here has done.
    const opened = await openCheckout(app, link, order, { attempt, network: address }, true);
    assert.ok('checkout' in opened);
    const payer = openPayer(gateway, address);
    const path = `/pay/${slug}/${opened.checkout.token}`;
    // Nothing was requested yet, and the form is the place to do it.
    assert.equal((await payer.ask(path)).location, `/pay/${slug}`);
    assert.equal(await payer.orders(link, { attempt }), path);
    const page = await payer.ask(path);
    assert.equal(page.state, 'waiting');
    await assertOneCode(merchant.environment.id, page);
  });
});
