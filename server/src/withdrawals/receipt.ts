import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import type { Withdrawal } from './withdrawal.ts';

const URL_PLACE = 'withdrawal_receipts.url';

/**
 * Keeps the first URL that the provider returns.
 * @returns whether it is new
 */
export async function keepReceipt(
  tx: Tx,
  app: App,
  { environmentId, id }: Pick<Withdrawal, 'environmentId' | 'id'>,
  url: string | undefined,
): Promise<boolean> {
  if (url === undefined) return false;
  const kept = await tx`
    insert into withdrawal_receipts (environment_id, withdrawal_id, url)
    values (${environmentId}, ${id}, ${app.vault.seal(URL_PLACE, url)})
    on conflict do nothing returning 1`;
  return kept.length > 0;
}

export async function findReceipt(
  app: App,
  environmentId: EnvironmentId,
  id: string,
): Promise<string | null> {
  const [row] = await app.db<{ url: string }>`
    select url from withdrawal_receipts
    where environment_id = ${environmentId} and withdrawal_id = ${id}`;
  return openReceipt(app, row?.url ?? null);
}

export function openReceipt(app: App, sealed: string | null): string | null {
  return sealed === null ? null : app.vault.open(URL_PLACE, sealed);
}
