import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openProver } from './open-prover.ts';
import { FEE_ASSET, type Transfer } from './transfer.ts';

const GOOD: Transfer = {
  salt: 'good',
  script: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  blindingPublicKey: null,
  asset: FEE_ASSET,
  units: 1_000_000,
  claimedAsset: null,
};
/** No point of the curve begins with these bytes. */
const BAD: Transfer = { ...GOOD, salt: 'bad', blindingPublicKey: '00'.repeat(33) };

test('a proof requested as soon as another has failed is made, by another thread', async (t) => {
  const prover = openProver(randomBytes(32));
  t.after(() => prover.close());
  const next = prover.prove(BAD).catch(() => prover.prove(GOOD));
  assert.ok((await next).length > 0);
});
