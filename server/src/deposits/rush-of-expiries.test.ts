import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { readingOf, storedDeposits } from '../../test/deposits.ts';
import { patientBulkhead } from '../../test/patient-bulkhead.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import type { ChargeStatus } from '../provider/port.ts';
import type { Deposit } from './deposit.ts';
import { lookAtDeposits } from './look-at-deposits.ts';

/** How long one reading takes. */
const READ_MS = 400;

/** The provider's charges, and those that were read, in order. */
let charges = new Map<string, { deposit: Deposit; status: ChargeStatus }>();
let read: string[] = [];
const provider = silentProvider({
  listCharges: () => Promise.resolve([...charges].map(([ref, { status }]) => ({ ref, status }))),
  readCharge: (ref) => {
    read.push(ref);
    const charge = charges.get(ref);
    return Promise.resolve(charge && readingOf(charge.deposit, { status: charge.status }));
  },
});
const app = await testApp(undefined, { providerOf: () => provider });

beforeEach(async () => {
  await app.db`update deposits set look_at = null`;
  charges = new Map();
  read = [];
});

/** Charges due for a look, of which the provider says this. */
async function chargesListedAs(status: ChargeStatus, count: number): Promise<Deposit[]> {
  const deposits = await storedDeposits(app, await testEnvironment(app), count);
  await app.db`
    update deposits set look_at = now(), expires_at = now() - interval '1 minute'
    where id = any(${deposits.map(({ id }) => id)})`;
  for (const deposit of deposits) charges.set(deposit.providerRef, { deposit, status });
  return deposits;
}

test('of many charges that expired together, the paid one is read first', async () => {
  const deposits = await chargesListedAs('expired', 20);
  const paid = deposits.at(-1);
  assert.ok(paid);
  charges.set(paid.providerRef, { deposit: paid, status: 'approved' });
  await lookAtDeposits(app, patientBulkhead(), new Set());
  assert.equal(read[0], paid.providerRef);
  assert.equal(read.length, deposits.length);
});

test('reading expired charges ends after five seconds, and the rest is due at once', async (t) => {
  const deposits = await chargesListedAs('expired', 20);
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + read.length * READ_MS);
  await lookAtDeposits(app, patientBulkhead(), new Set());
  const readFirst = read.length;
  assert.ok(readFirst > 5 && readFirst <= 5_000 / READ_MS + 1, String(readFirst));
  // The next look at those that were read falls on a grid, which may also be within a second.
  const [row] = await app.db<{ due: number }>`
    select count(*)::integer as due from deposits
    where look_at <= now() + interval '1 second' and provider_ref <> all(${read})`;
  assert.equal(row?.due, deposits.length - readFirst);
});
