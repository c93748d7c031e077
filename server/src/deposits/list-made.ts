import type { Tenant } from '../app.ts';
import type { AccountId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Db } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';
import type { Connection } from '../provider/connection.ts';
import type { DepositStatus } from './deposit.ts';

/** What the books of a connection say of a charge. */
export interface MadeDeposit extends Tenant {
  readonly id: string;
  readonly status: DepositStatus;
  readonly providerRef: string;
  readonly providerStatus: string | null;
  readonly blockchainTxId: string | null;
  readonly totalCents: Cents;
  readonly paidCents: Cents | null;
  readonly createdAt: Date;
}

/** The deposits of a connection made in [from, to), the oldest first. */
export async function listDepositsMade(
  db: Db,
  connection: Connection,
  from: Date,
  to: Date,
  limit: number,
): Promise<MadeDeposit[]> {
  return db<MadeDeposit>`
    select d.environment_id, e.mode, d.id, d.status, d.provider_ref, d.provider_status,
      d.blockchain_tx_id, d.total_cents, d.paid_cents, d.created_at
    from deposits d join environments e on e.id = d.environment_id
    where ${connection === 'live' ? sql`e.mode = 'live'` : sql`d.environment_id = ${connection}`}
      and d.created_at >= ${from} and d.created_at < ${to}
    order by d.created_at limit ${limit}`;
}

/** Whose a deposit is, for an operator who knows its id alone. */
export async function findTenantOf(
  db: Db,
  id: string,
): Promise<(Tenant & { readonly accountId: AccountId }) | undefined> {
  const [row] = await db<Tenant & { accountId: AccountId }>`
    select e.id as environment_id, e.mode, e.account_id from deposits d
    join environments e on e.id = d.environment_id where d.id = ${id}`;
  return row;
}
