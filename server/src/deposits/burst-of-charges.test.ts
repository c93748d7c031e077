import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { storedDeposits } from '../../test/deposits.ts';
import { patientBulkhead } from '../../test/patient-bulkhead.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import { lookAtDeposits } from './look-at-deposits.ts';

/** The provider's list knows every charge; it was asked for these spans, in minutes. */
let refs: string[] = [];
let asked: number[] = [];
const provider = silentProvider({
  listCharges: (from, to) => {
    asked.push(Math.round((to.getTime() - from.getTime()) / 60_000));
    return Promise.resolve(refs.map((ref) => ({ ref, status: 'pending' as const })));
  },
});
const app = await testApp(undefined, { providerOf: () => provider });

beforeEach(async () => {
  await app.db`update deposits set look_at = null`;
  asked = [];
});

/** 350 charges that are due for a look, made one after the other within this time. */
async function madeWithin(minutes: number): Promise<void> {
  const deposits = await storedDeposits(app, await testEnvironment(app), 350);
  refs = deposits.map(({ providerRef }) => providerRef);
  await app.db`
    update deposits d set look_at = now(), expires_at = now() + interval '1 hour',
      created_at = now() - place * interval '1 minute' * ${minutes}::float8 / 350
    from unnest(${deposits.map(({ id }) => id)}::text[]) with ordinality as made (id, place)
    where d.id = made.id`;
}

const unlooked = async (): Promise<number> =>
  (await app.db`select id from deposits where look_at is not null and looks = 0`).length;

test('charges that were made in a burst are listed once, not once for every hundred of them', async () => {
  await madeWithin(0.5);
  await lookAtDeposits(app, patientBulkhead(), new Set());
  // The list goes back an hour, with two minutes on either side.
  assert.deepEqual(asked, [64]);
  assert.equal(await unlooked(), 0);
});

test('charges that were made over an hour are listed a hundred at a time', async () => {
  await madeWithin(56);
  await lookAtDeposits(app, patientBulkhead(), new Set());
  assert.deepEqual(
    asked.sort((one, other) => one - other),
    [16, 20, 20, 20],
  );
  assert.equal(await unlooked(), 0);
});
