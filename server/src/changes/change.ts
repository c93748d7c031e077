import type { EnvironmentId } from '../ids.ts';

const CHANGE_KINDS = [
  'deposit',
  'deposit_check',
  'withdrawal',
  'delivery',
  'alert',
  'withdrawal_request',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Something of an environment that changed, and its new status: enough to know what to reload. */
export interface Change {
  readonly environmentId: EnvironmentId;
  readonly kind: ChangeKind;
  readonly id: string;
  readonly status: string;
}

/** The channel on which processes announce changes to each other. */
export const CHANGE_CHANNEL = 'ponte_changes';

/** Sent instead of changes that are too many to list. */
export type Missed = Pick<Change, 'environmentId'>;

/** Space-separated, since ids and statuses contain no spaces. */
export function writeChange(change: Change | Missed): string {
  if (!('kind' in change)) return change.environmentId;
  return [change.environmentId, change.kind, change.id, change.status].join(' ');
}

export function readChange(text: string): Change | Missed {
  const [environmentId, word, id, status] = text.split(' ');
  const kind = CHANGE_KINDS.find((candidate) => candidate === word);
  // Only `writeChange` writes to the channel.
  const missed = { environmentId: environmentId as EnvironmentId };
  return kind && id !== undefined && status !== undefined
    ? { ...missed, kind, id, status }
    : missed;
}
