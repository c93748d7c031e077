import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';

export interface Named {
  /** Empty for a wallet without a name; null if there is no wallet. */
  readonly walletLabel: string | null;
}

/** Files name wallets as people do, including deleted ones. */
export async function nameWallets<Row extends { readonly walletId: string | null }>(
  db: Db,
  environmentId: EnvironmentId,
  rows: readonly Row[],
): Promise<(Row & Named)[]> {
  const ids = new Set(rows.flatMap(({ walletId }) => walletId ?? []));
  const wallets = await db<{ id: string; label: string }>`
    select id, label from wallets where environment_id = ${environmentId} and id = any(${[...ids]})`;
  const labels = new Map(wallets.map(({ id, label }) => [id, label]));
  return rows.map((row) => ({ ...row, walletLabel: labels.get(row.walletId ?? '') ?? null }));
}
