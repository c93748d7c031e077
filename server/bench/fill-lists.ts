import { connect } from '../src/platform/db.ts';
import type { TestTenant } from '../test/app.ts';
import { newDeposit } from '../test/deposits.ts';
import type { Gateway } from '../test/gateway.ts';
import { addCrowd, type Crowd } from '../test/million-rows.ts';

/**
 * Inserts this many deposits and withdrawals, with different amounts and tax ids that can be
 * decrypted.
 */
export async function fillLists(
  gateway: Gateway,
  { environment }: TestTenant,
  rows: number,
): Promise<Crowd> {
  const db = connect({
    url: gateway.app.config.databaseUrl ?? '',
    connections: 2,
    answerMs: 600_000,
    onError: () => undefined,
  });
  const crowd = await addCrowd(db, environment.id, rows);
  const { vault } = gateway.app;
  const payer = newDeposit().taxId;
  await db`
    update deposits set tax_id = ${vault.seal('deposits.tax_id', payer)},
      amount_cents = amount_cents + more, total_cents = total_cents + more,
      net_cents = net_cents + more, settled_cents = settled_cents + more
    from (select id as moved, ('x' || right(id, 6))::bit(24)::integer % 1000 as more
      from deposits) m
    where environment_id = ${environment.id} and id = moved`;
  await db`
    update withdrawals set tax_id = ${vault.seal('withdrawals.tax_id', payer)},
      pix_key = ${vault.seal('withdrawals.pix_key', 'maria@example.com')}
    where environment_id = ${environment.id}`;
  await db`vacuum analyze deposits`;
  await db`vacuum analyze withdrawals`;
  await db.end();
  return crowd;
}
