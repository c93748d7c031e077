import type { App } from '../../src/app.ts';
import type { EnvironmentId } from '../../src/ids.ts';
import { recordDifference } from '../../src/reconciliation/difference-store.ts';
import { type Counts, noCounts } from '../../src/reconciliation/result.ts';
import { addCounts, closeResults } from '../../src/reconciliation/result-store.ts';
import { type Sweep, SWEEPS } from '../../src/reconciliation/sweep.ts';

type Compared = readonly ['two_hours' | 'two_days' | 'ninety_days', Partial<Counts>, gaps?: number];

const PASSES: readonly Compared[] = [
  ['ninety_days', { matched: 1_204, amountDiffers: 1 }],
  ['two_days', { matched: 126, amountDiffers: 1, waiting: 1 }, 1],
  ['two_hours', { matched: 1 }],
  ['two_hours', { matched: 8 }],
];

/** As if all three books had been compared, and this deposit were the one in which they differ. */
export async function showReconciliations(
  app: App,
  environmentId: EnvironmentId,
  depositId: string,
): Promise<void> {
  for (const [name, counts, gaps = 0] of PASSES) {
    const now = Date.now();
    const span = { since: new Date(now - SWEEPS[name].spanMs), until: new Date(now + 60_000) };
    const pass = { ...span, pass: crypto.randomUUID(), beganAt: new Date(now - 5_000) };
    const place = { position: span.since, halvings: 0, failures: 0, gaps, lease: '' };
    const of = { connection: environmentId, asker: environmentId } as const;
    const sweep: Sweep = { ...of, name, ...place, ...pass };
    await app.db.begin(async (tx) => {
      await addCounts(tx, sweep, new Map([[environmentId, { ...noCounts(), ...counts }]]));
      await closeResults(tx, sweep);
    });
    await app.db`
      insert into reconciliation_sweeps as s (connection, sweep, environment_id, due_at, last_pass)
      values (${environmentId}, ${name}, ${environmentId}, now() + interval '1 hour', ${pass.pass})
      on conflict (connection, sweep) do update set last_pass = excluded.last_pass`;
  }
  const [row] = await app.db<{ providerRef: string }>`
    select provider_ref from deposits where id = ${depositId}`;
  await recordDifference(app, {
    ...{ kind: 'other_on_chain', connection: environmentId, environmentId, detail: null },
    ...{ providerRef: row?.providerRef ?? '', resourceId: depositId, resolution: null },
  });
}
