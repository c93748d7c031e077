import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { STOPPING_MS } from '../platform/stop.ts';
import { allGone, askRole, isAlive, makeScratch, startLauncher } from '../../test/launcher.ts';

test('shutdown waits for a role as long as for requests in flight, and not after a second signal', async (t) => {
  const scratch = await makeScratch(t);
  const env = { STUBBORN: '1' };
  const [patient, hurried] = ['patient', 'hurried'].map((name) =>
    startLauncher(scratch, { dataDir: join(scratch, name), env }),
  );
  assert.ok(patient && hurried);
  const stubborn = await askRole((await patient.ready).url);
  await hurried.ready;

  const startedAt = performance.now();
  patient.process.kill('SIGTERM');
  hurried.process.kill('SIGINT');
  // Pending signals of the same kind are merged into one, so the second is a different one.
  hurried.process.kill('SIGTERM');
  assert.equal(await hurried.ended, 0);
  assert.ok(performance.now() - startedAt < 5_000);
  assert.equal(await patient.ended, 0);
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs > STOPPING_MS && tookMs < 30_000, `it took ${String(tookMs)} ms`);
  assert.ok(!isAlive(stubborn.pid));
  assert.ok(await allGone(scratch, 1_000));
});
