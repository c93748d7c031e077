import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { newDeposit, readingOf, storedDeposit } from '../../test/deposits.ts';
import { alertsAbout } from '../../test/operator.ts';
import { patientBulkhead } from '../../test/patient-bulkhead.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import { cents } from '../money.ts';
import type { ChargeReading, ChargeStatus } from '../provider/port.ts';
import { decide } from './decide.ts';
import type { Deposit } from './deposit.ts';
import { lookAtDeposits } from './look-at-deposits.ts';
import { findDeposit } from './store.ts';

const DEPOSIT = newDeposit();
const NOW = DEPOSIT.createdAt;

const evidenceAt = (now: Date) =>
  ({ acceptedBefore: true, paymentFiled: false, med: false, confirmOn: 'accepted', now }) as const;

test('an accepted charge that is reported again without being sent in time raises an alert', () => {
  const HOUR = 3_600_000;
  const alertAfter = (
    hours: number,
    status: ChargeStatus,
    changes: Partial<Deposit> = {},
    reported: Partial<ChargeReading> = {},
  ) => {
    const confirmed = { status: 'CONFIRMED', confirmedAt: NOW, providerStatus: status } as const;
    const now = new Date(NOW.getTime() + hours * HOUR);
    const reading = readingOf(DEPOSIT, { status, ...reported });
    return decide({ ...DEPOSIT, ...confirmed, ...changes }, { ...evidenceAt(now), reading }).alert;
  };
  assert.equal(alertAfter(24, 'approved'), undefined);
  assert.equal(alertAfter(25, 'approved'), 'charge_unsettled');
  assert.equal(alertAfter(31 * 24, 'delayed'), undefined);
  assert.equal(alertAfter(31 * 24 + 1, 'delayed'), 'charge_unsettled');
  // Said to be sent, perhaps only after the longest delay, yet in no transaction.
  assert.equal(alertAfter(31 * 24, 'depix_sent'), undefined);
  assert.equal(alertAfter(31 * 24 + 1, 'depix_sent'), 'charge_unsettled');
  // Its amount raised an alert of its own when the payment was accepted.
  for (const valueCents of [cents(DEPOSIT.totalCents - 1), cents(DEPOSIT.totalCents + 1)]) {
    assert.equal(alertAfter(25, 'approved', {}, { valueCents }), 'charge_unsettled');
  }
  // Taken back: whoever was told CONFIRMED would otherwise wait for the stablecoin forever.
  for (const status of ['pending', 'under_review'] as const) {
    assert.equal(alertAfter(24, status), undefined);
    assert.equal(alertAfter(25, status), 'charge_unsettled');
    assert.equal(alertAfter(25, status, { status: 'REFUNDED' }), undefined);
    const paid = { status: 'PENDING', confirmedAt: null, paidCents: DEPOSIT.totalCents } as const;
    assert.equal(alertAfter(25, status, paid), 'charge_unsettled');
  }
  // Not accepted yet: under review it was paid all the same, and a late payment only just now.
  const unpaid = { status: 'PENDING', confirmedAt: null } as const;
  assert.equal(alertAfter(99 * 24, 'pending', unpaid), undefined);
  assert.equal(alertAfter(7 * 24, 'under_review', unpaid), undefined);
  assert.equal(alertAfter(7 * 24 + 1, 'under_review', unpaid), 'charge_unsettled');
  const late = { ...unpaid, providerStatus: 'expired' } as const;
  assert.equal(alertAfter(99 * 24, 'under_review', late), undefined);
  // Delayed until just now, or paid long after the charge was made.
  assert.equal(alertAfter(7 * 24, 'approved', { providerStatus: 'delayed' }), undefined);
  const confirmedAt = new Date(NOW.getTime() + 48 * HOUR);
  assert.equal(alertAfter(49, 'approved', { confirmedAt }), undefined);
  // Where only depix_sent confirms, the deposit stays pending in the meantime.
  const open = { status: 'PENDING', confirmedAt: null } as const;
  assert.equal(alertAfter(25, 'approved', open), 'charge_unsettled');
  assert.equal(alertAfter(25, 'approved', { status: 'REFUNDED' }), undefined);
  const txId = 'ab'.repeat(32);
  assert.equal(alertAfter(25, 'approved', { blockchainTxId: txId }), undefined);
  assert.equal(alertAfter(25, 'approved', {}, { blockchainTxId: txId }), undefined);
});

test('a charge that fails after its payment was accepted raises an alert, though it was not confirmed', () => {
  for (const status of ['canceled', 'expired'] as const) {
    const reading = readingOf(DEPOSIT, { status });
    const [unpaid, paid] = [null, DEPOSIT.totalCents].map((paidCents) =>
      decide({ ...DEPOSIT, paidCents }, { ...evidenceAt(NOW), confirmOn: 'depix_sent', reading }),
    );
    assert.deepEqual([unpaid?.steps, unpaid?.alert], [['fail'], undefined]);
    assert.deepEqual([paid?.steps, paid?.alert], [['fail'], 'unbelievable_news']);
  }
});

test('an accepted charge not sent in time is read though unchanged in the list, with one alert', async () => {
  for (const later of ['approved', 'pending'] as const) {
    let status: ChargeStatus = 'approved';
    let readings = 0;
    const provider = silentProvider({
      listCharges: async () => [{ ref, status }],
      readCharge: async () => {
        readings += 1;
        return readingOf(deposit, { status });
      },
    });
    const app = await testApp(undefined, { providerOf: () => provider });
    const deposit = await storedDeposit(app, await testEnvironment(app, 'live'));
    const { environmentId, id, providerRef: ref } = deposit;
    const lookAfter = async (hours: number): Promise<string[]> => {
      await app.db`
        update deposits set look_at = now(), created_at = now() - ${hours} * interval '1 hour',
          confirmed_at = case when status = 'CONFIRMED'
            then now() - ${hours} * interval '1 hour' end
        where environment_id = ${environmentId} and id = ${id}`;
      await lookAtDeposits(app, patientBulkhead(), new Set());
      return alertsAbout(app, id);
    };
    assert.deepEqual(await lookAfter(1), []);
    assert.equal((await findDeposit(app, environmentId, id))?.status, 'CONFIRMED');
    status = later;
    assert.deepEqual(await lookAfter(22), []);
    const before = readings;
    assert.deepEqual(await lookAfter(23), []);
    assert.equal(readings, before);
    for (const hours of [25, 26]) {
      assert.deepEqual(await lookAfter(hours), ['charge_unsettled']);
    }
    const [alert] = await app.db`select times from operator_alerts where subject = ${id}`;
    assert.deepEqual(alert, { times: 1 });
    assert.equal((await findDeposit(app, environmentId, id))?.status, 'CONFIRMED');
  }
});
