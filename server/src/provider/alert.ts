import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';

export interface OperatorAlert {
  readonly environmentId: EnvironmentId | null;
  readonly kind:
    | 'paid_short'
    | 'paid_over'
    | 'unknown_status'
    | 'unbelievable_news'
    | 'paid_out_late'
    | 'paid_out_differently'
    | 'returned_after_payout'
    | 'unmatched_notice'
    | 'nonsense_answer'
    | 'orphan_paid';
  /** What it is about; one row a kind and subject, however often it comes up. */
  readonly subject: string;
  /** Personal data may stand here: it is stored sealed. */
  readonly detail?: string | undefined;
}

/** Something an operator must see. Logged by kind and subject only. */
export async function raiseAlert(db: Db | Tx, app: App, alert: OperatorAlert): Promise<void> {
  const detail =
    alert.detail === undefined ? null : app.vault.seal('operator_alerts.detail', alert.detail);
  await db`
    insert into operator_alerts (environment_id, kind, subject, detail)
    values (${alert.environmentId}, ${alert.kind}, ${alert.subject}, ${detail})
    on conflict (kind, subject) do update
      set times = operator_alerts.times + 1, updated_at = now(),
        detail = coalesce(excluded.detail, operator_alerts.detail)`;
  app.log.warn({ alert: alert.kind, subject: alert.subject });
}
