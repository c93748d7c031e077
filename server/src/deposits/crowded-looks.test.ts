import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { storedDeposits } from '../../test/deposits.ts';
import { patientBulkhead } from '../../test/patient-bulkhead.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import { throttled } from '../provider/port.ts';
import { lookAtDeposits } from './look-at-deposits.ts';

const provider = silentProvider({ listCharges: () => Promise.reject(throttled(90)) });
const app = await testApp(undefined, { providerOf: () => provider });

test('checks refused by the rate limit are retried spread over time, and are not counted as checks', async () => {
  const tenant = await testEnvironment(app);
  await storedDeposits(app, tenant, 5);
  await app.db`update deposits set look_at = now()`;
  await lookAtDeposits(app, patientBulkhead(), new Set());
  const looks = await app.db<{ looks: number; seconds: number }>`
    select looks, extract(epoch from look_at - now())::float8 as seconds from deposits`;
  assert.equal(looks.length, 5);
  assert.equal(new Set(looks.map(({ seconds }) => seconds)).size, 5);
  for (const { looks: counted, seconds } of looks) {
    assert.equal(counted, 0);
    assert.ok(seconds > 85 && seconds <= 91, String(seconds));
  }
});
