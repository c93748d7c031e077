import type { Mode } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import { BODY_PLACE } from '../provider/inbox.ts';
import { MESSAGE_PLACE } from '../provider/transition.ts';

export interface Step {
  readonly at: Date;
  readonly to: string;
  readonly cause: string;
  /** The provider's message, unchanged. */
  readonly message: string;
}

/** The status changes of a resource, oldest first. */
export async function readSteps(
  { db, vault }: App,
  environmentId: EnvironmentId,
  resourceId: string,
): Promise<Step[]> {
  const rows = await db<Omit<Step, 'message'> & { sealed: string | null }>`
    select at, to_status as to, cause, provider_message as sealed from transitions
    where environment_id = ${environmentId} and resource_id = ${resourceId}
    order by at, to_status`;
  return rows.map(({ sealed, ...step }) => ({
    ...step,
    message: sealed === null ? '' : vault.open(MESSAGE_PLACE, sealed),
  }));
}

/** Further notices say nothing new. */
const MAX_NOTICES = 50;

/** The notices that the provider sent about a charge, oldest first. */
export async function readNotices(
  { db, vault }: App,
  { mode, providerRef }: { readonly mode: Mode; readonly providerRef: string },
): Promise<{ at: Date; message: string }[]> {
  const rows = await db<{ at: Date; sealed: string }>`
    select received_at as at, body as sealed from provider_inbox
    where mode = ${mode} and provider_ref = ${providerRef}
    order by received_at limit ${MAX_NOTICES}`;
  return rows.map(({ at, sealed }) => ({ at, message: vault.open(BODY_PLACE, sealed) }));
}
