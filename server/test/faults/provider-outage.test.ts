import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lookAtDeposits } from '../../src/deposits/look-at-deposits.ts';
import { findDeposit } from '../../src/deposits/store.ts';
import { ApiError } from '../../src/errors.ts';
import { ProviderFailure, unknownOutcome } from '../../src/provider/port.ts';
import { testApp, testEnvironment } from '../app.ts';
import { readingOf, storedDeposit } from '../deposits.ts';
import { patientBulkhead } from '../patient-bulkhead.ts';
import { silentProvider } from '../silent-provider.ts';

const DEPOSITS = 40;
const STEP_SECONDS = 10;
const OUTAGE_SECONDS = 30 * 60;

const OUTAGES = {
  'sends unintelligible answers': { failure: () => unknownOutcome(), most: 120 },
  // Nothing leaves for the provider then; what is counted here is requests for budget.
  'refuses calls for a minute each': {
    failure: () =>
      new ProviderFailure('not_executed', new ApiError('rate_limited', { retryAfterSeconds: 60 })),
    most: OUTAGE_SECONDS / STEP_SECONDS,
  },
};

describe('a provider that for half an hour', () => {
  for (const [what, { failure, most }] of Object.entries(OUTAGES)) {
    test(`${what} is polled rarely, for all charges together, and every charge is confirmed after it is back`, async () => {
      let isBack = false;
      const asked = { lists: 0, reads: new Map<string, number>() };
      const provider = silentProvider({
        listCharges: async () => {
          asked.lists += 1;
          if (!isBack) throw failure();
          return deposits.map(({ providerRef: ref }) => ({ ref, status: 'approved' as const }));
        },
        readCharge: async (ref) => {
          asked.reads.set(ref, (asked.reads.get(ref) ?? 0) + 1);
          const deposit = deposits.find(({ providerRef }) => providerRef === ref);
          if (!isBack || !deposit) throw failure();
          return readingOf(deposit, { status: 'approved' });
        },
      });
      const app = await testApp(undefined, { providerOf: () => provider });
      const tenant = await testEnvironment(app, 'live');
      const deposits = await Promise.all(
        Array.from({ length: DEPOSITS }, () => storedDeposit(app, tenant)),
      );
      await app.db`update deposits set look_at = now()`;
      const pass = async (seconds: number): Promise<void> => {
        await app.db`
          update deposits set look_at = look_at - ${seconds} * interval '1 second'
          where look_at is not null`;
        while (await lookAtDeposits(app, patientBulkhead(), new Set()));
      };
      for (let passed = 0; passed < OUTAGE_SECONDS; passed += STEP_SECONDS) {
        await pass(STEP_SECONDS);
      }
      const calls = asked.lists + [...asked.reads.values()].reduce((sum, one) => sum + one, 0);
      assert.ok(calls >= 10 && calls <= most, `${String(calls)} calls in half an hour`);

      isBack = true;
      asked.lists = 0;
      asked.reads.clear();
      for (let passed = 0; passed < 180; passed += STEP_SECONDS) await pass(STEP_SECONDS);
      for (const { environmentId, id } of deposits) {
        assert.equal((await findDeposit(app, environmentId, id))?.status, 'CONFIRMED');
      }
      assert.equal(asked.reads.size, DEPOSITS);
      assert.ok(asked.lists <= 18, `${String(asked.lists)} lists in three minutes`);
    });
  }
});
