import type { Tenant } from '../app.ts';
import type { DepositId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Db } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';
import type { Connection } from '../provider/connection.ts';
import type { DepositStatus } from './deposit.ts';

/** What our records say about a charge, to compare with the provider's. */
export interface CreatedDeposit extends Tenant {
  readonly id: DepositId;
  readonly status: DepositStatus;
  readonly providerRef: string;
  readonly providerStatus: string | null;
  readonly blockchainTxId: string | null;
  readonly totalCents: Cents;
  readonly paidCents: Cents | null;
  readonly createdAt: Date;
}

/** A connection's deposits created in [from, to), oldest first. */
export async function listCreatedDeposits(
  db: Db,
  connection: Connection,
  from: Date,
  to: Date,
  limit: number,
): Promise<CreatedDeposit[]> {
  // Per environment: between two live deposits there may be millions made in test mode.
  return db<CreatedDeposit>`
    select e.id as environment_id, e.mode, d.*
    from environments e cross join lateral (
      select id, status, provider_ref, provider_status, blockchain_tx_id, total_cents, paid_cents,
        created_at
      from deposits
      where environment_id = e.id and created_at >= ${from} and created_at < ${to}
      order by created_at, id limit ${limit}
    ) d
    where ${connection === 'live' ? sql`e.mode = 'live'` : sql`e.id = ${connection}`}
    order by d.created_at limit ${limit}`;
}
