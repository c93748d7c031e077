import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDeposit } from '../../test/deposits.ts';
import type { Deposit } from '../deposits/deposit.ts';
import type { ChargeStatus } from '../provider/port.ts';
import { doubtfulIn, listedBy } from './compare.ts';

/** Which sweeps read a deposit that the list shows in these statuses: often or rarely. */
function asked(known: Partial<Deposit>, ...statuses: ChargeStatus[]): string {
  const deposit = { ...newDeposit(known), mode: 'test', paidCents: null } as const;
  const listed = listedBy(statuses.map((status) => ({ ref: deposit.providerRef, status })));
  const often = doubtfulIn([deposit], listed, 'two_hours').length > 0;
  const rarely = doubtfulIn([deposit], listed, 'two_days').length > 0;
  return [often && 'often', rarely && 'rarely'].filter(Boolean).join(' ') || 'never';
}

test('a charge listed with its known status is not read, and any other is read at every pass', () => {
  assert.equal(asked({}, 'pending'), 'never');
  assert.equal(asked({ providerStatus: 'approved', status: 'CONFIRMED' }, 'approved'), 'never');
  assert.equal(asked({}), 'often rarely');
  assert.equal(asked({}, 'approved'), 'often rarely');
  assert.equal(asked({}, 'pending', 'approved'), 'often rarely');
});

test('a charge whose reading may add something is read only by the longer sweeps', () => {
  const sent = { providerStatus: 'depix_sent', status: 'CONFIRMED' } as const;
  assert.equal(asked(sent, 'depix_sent'), 'rarely');
  assert.equal(asked({ ...sent, blockchainTxId: 'a'.repeat(64) }, 'depix_sent'), 'never');
  assert.equal(asked({ providerStatus: 'error' }, 'error'), 'rarely');
  assert.equal(asked({ providerStatus: 'error', status: 'FAILED' }, 'error'), 'never');
  assert.equal(asked({}, 'unknown'), 'often rarely');
  assert.equal(asked({ providerStatus: 'unknown' }, 'unknown'), 'rarely');
});
