import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as breathe } from 'node:timers/promises';
import { DESCRIPTOR } from '../../test/descriptors.ts';
import { ADDRESS } from '../../test/merchant.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { readLiquidAddress } from '../liquid/address.ts';
import { addressAt, readDescriptor } from '../liquid/descriptor.ts';
import { readKeys } from './read-keys.ts';
import { GAP_LIMIT } from './wallet.ts';

const sent = readLiquidAddress(ADDRESS.test, ['testnet']);

async function codeOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError);
  return error.code;
}

const tenant = { accountId: newId('acc'), mode: 'test' } as const;
const other = { ...tenant, accountId: newId('acc') };

/** A search through a descriptor that doesn't own the address, the most expensive case there is. */
const readInVain = (by = tenant): Promise<string> =>
  codeOf(readKeys(by, { descriptor: DESCRIPTOR.test }, sent));

test('searching descriptors for a foreign address does not block the event loop', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await breathe();
      turns += 1;
    }
  })();
  const codes = await Promise.all([readInVain(), readInVain(), readInVain(other)]).finally(() => {
    isOver = true;
  });
  await others;
  assert.deepEqual(codes, ['invalid_request', 'invalid_request', 'invalid_request']);
  assert.ok(turns >= 3 * GAP_LIMIT, String(turns));
});

test('the search of one account does not wait for all that another has asked for', async () => {
  const order: string[] = [];
  const searches = [tenant, tenant, tenant, tenant, other].map(async (by) => {
    await readInVain(by);
    order.push(by === other ? 'other' : 'tenant');
  });
  await Promise.all(searches);
  assert.deepEqual(order, ['tenant', 'tenant', 'other', 'tenant', 'tenant']);
});

test('a request that would wait behind too many others is refused as unavailable', async () => {
  const keys = { descriptor: DESCRIPTOR.test };
  const own = (await readKeys(tenant, keys, undefined))?.address;
  const read = await Promise.allSettled(
    Array.from({ length: 104 }, () => readKeys(tenant, keys, own)),
  );
  const reasons = read.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  assert.deepEqual(
    reasons.map((reason) => reason instanceof ApiError && reason.code),
    ['unavailable', 'unavailable', 'unavailable'],
  );
  assert.equal((await readKeys(tenant, keys, own))?.nextPosition, 1);
});

test('an address that comes with a descriptor is one of its first twenty, with its own blinding key', async () => {
  const { descriptor } = readDescriptor(DESCRIPTOR.test, 'test');
  assert.ok(descriptor);
  const read = (position: number, from = descriptor) =>
    readKeys(
      tenant,
      { descriptor: DESCRIPTOR.test },
      addressAt(from, 'testnet', 0, position).address,
    );
  assert.equal((await read(GAP_LIMIT - 1))?.nextPosition, GAP_LIMIT);
  assert.equal(await codeOf(read(GAP_LIMIT)), 'invalid_request');
  // The same script, but the balance there could not be read with the descriptor.
  const blindedByOthers = { ...descriptor, masterBlindingKey: '9c'.repeat(32) };
  assert.equal(await codeOf(read(0, blindedByOthers)), 'invalid_request');
});
