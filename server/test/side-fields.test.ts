import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { readConfig } from '../src/config.ts';
import { readBack } from '../src/deposits/read-back.ts';
import { openApp } from '../src/open-app.ts';
import { listAlerts, resolveAlert } from '../src/operator-alerts/store.ts';
import { testEnvironment } from './app.ts';
import { GATHER, testDatabase } from './database.ts';
import { storedDeposit } from './deposits.ts';
import { openLiar, wrapped } from './liar.ts';

test('a payment with a malformed payer is still confirmed, and operators are alerted once', async (t) => {
  const paid = { status: 'depix_sent', valueInCents: 5_199, payerTaxNumber: 12_345 };
  const { url } = await openLiar(t, (request, response) => {
    const qrId = new URL(request.url ?? '', 'http://x').searchParams.get('id');
    wrapped({ qrId, ...paid })(request, response);
  });
  const config = readConfig({
    DATABASE_URL: await testDatabase({ after }),
    PONTE_DATABASE_GATHER: GATHER,
    PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PONTE_EULEN_TOKEN: 'a token',
    PONTE_EULEN_BASE_URL: url,
  });
  const app = openApp(config, 'command');
  app.log.level = 'silent';
  t.after(() => app.db.end());
  const tenant = await testEnvironment(app, 'live');
  const open = () => listAlerts(app.db, false);
  const read = async () => {
    const { environmentId, id, providerRef: ref } = await storedDeposit(app, tenant);
    return readBack(app, { environmentId, mode: 'live', id, ref }, 'poll');
  };
  assert.equal(await read(), 'CONFIRMED');
  const [alert, ...others] = await open();
  assert.ok(alert);
  assert.equal(alert.subject, 'live /deposit-status payerTaxNumber');
  assert.deepEqual(others, []);
  await resolveAlert(app.db, alert.id);
  assert.equal(await read(), 'CONFIRMED');
  assert.deepEqual(await open(), []);
});
