import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import type { CallPurpose } from './port.ts';

/** What reported a change. */
export const CAUSES = ['provider_webhook', 'poll', 'reconciliation', 'operator', 'clock'] as const;
export type Cause = (typeof CAUSES)[number];

/** The call purpose, and so the budget, of a reading made for this cause. */
export function purposeOf(cause: Cause): CallPurpose {
  if (cause === 'reconciliation') return 'reconcile';
  return cause === 'provider_webhook' ? 'news' : 'sweep';
}

/** The context that the vault binds a provider's message to. */
export const MESSAGE_PLACE = 'transitions.provider_message';

export interface Transition {
  readonly environmentId: EnvironmentId;
  readonly resourceId: string;
  readonly from: string;
  readonly to: string;
  readonly cause: Cause;
  /** The provider's message, unchanged. */
  readonly raw: string;
  readonly at: Date;
}

/** Adds to resources' histories. The primary key prevents entering the same status twice. */
export async function recordTransitions(
  tx: Tx,
  { vault }: App,
  all: readonly Transition[],
): Promise<void> {
  if (all.length === 0) return;
  await tx`
    insert into transitions (environment_id, resource_id, from_status, to_status, cause,
      provider_message, at)
    select * from unnest(${all.map((one) => one.environmentId)}::text[],
      ${all.map((one) => one.resourceId)}::text[], ${all.map((one) => one.from)}::text[],
      ${all.map((one) => one.to)}::text[], ${all.map((one) => one.cause)}::text[],
      ${all.map((one) => vault.seal(MESSAGE_PLACE, one.raw))}::text[],
      ${all.map((one) => one.at)}::timestamptz[])`;
}
