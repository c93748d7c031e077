import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { drive } from '../kill/clients.ts';
import { gatherEvidence } from '../kill/gather-evidence.ts';
import { type Gateway, startGateway } from '../kill/gateway.ts';
import { findViolations } from '../kill/invariants.ts';
import { planOperations } from '../kill/operation.ts';
import type { GatewayPlan } from '../kill/plan.ts';
import { kill } from '../kill/ponte.ts';
import { findRoles } from '../kill/processes.ts';
import { type Random, seededRandom } from '../kill/random.ts';
import { inScratch } from '../kill/scratch.ts';
import { setUp } from '../kill/set-up.ts';
import { hurryLeases, untilSettled } from '../kill/settle.ts';
import { watchNetwork } from '../kill/watch-network.ts';

const TIMES = 20;
const LOAD = {
  deposits: 140,
  withdrawals: 60,
  loadMs: 60_000,
  mishaps: 0.05,
  pages: 0.1,
  bursts: 0.02,
  awayMs: 10_000,
};

test('killing every process at the same instant, twenty times, loses and duplicates nothing', async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${String(seed)}`);
  const random = seededRandom(seed);
  const plan: GatewayPlan = {
    name: 'together',
    generation: random.fraction() < 0.5 ? 'current' : 'legacy',
    operations: planOperations(random, 'together', LOAD),
    kills: [],
    failpoints: [],
    receiverSeed: random.integer(0, 2 ** 31),
    hurries: true,
  };
  await inScratch('ponte-together-', { say: (line) => t.diagnostic(line) }, async (scratch) => {
    await using stack = new AsyncDisposableStack();
    const network = watchNetwork(scratch);
    const gateway = await startGateway(scratch, plan);
    stack.defer(() => gateway.stop());
    await gateway.warmUp();
    const merchant = await setUp(gateway, stack, {
      concurrency: () => 12,
      receiverSeed: plan.receiverSeed,
    });
    const settled = new AbortController();
    stack.defer(() => settled.abort());
    const hurry = hurryLeases(gateway, settled.signal);
    const [driven, killed] = await Promise.all([
      Promise.all(plan.operations.map((operation) => drive(merchant, operation))),
      killEverything(gateway, random),
    ]);
    merchant.recover();
    await gateway.ready();
    const open = await untilSettled(gateway, merchant, plan.operations);
    settled.abort();
    await hurry;
    const evidence = await gatherEvidence(gateway, merchant, plan, driven, network.end());
    assert.deepEqual(open, []);
    assert.deepEqual(findViolations(evidence), []);
    assert.ok(killed >= 4 * TIMES, `${String(killed)} processes killed in ${String(TIMES)} blows`);
  });
});

/** Launcher, API, worker, sandbox, PostgreSQL and its guard: none of them can clean up. */
async function killEverything(gateway: Gateway, random: Random): Promise<number> {
  let killed = 0;
  for (let blow = 0; blow < TIMES; blow += 1) {
    await gateway.ready();
    await pause(random.integer(200, 2_000));
    for (const pid of findRoles(gateway.dataDir).keys()) if (kill(pid)) killed += 1;
  }
  return killed;
}
