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

/** That something of an environment changed, and to what: enough to know what to read again. */
export interface Change {
  readonly environmentId: EnvironmentId;
  readonly kind: ChangeKind;
  readonly id: string;
  readonly status: string;
}

/** Where processes tell each other of changes. */
export const CHANGE_CHANNEL = 'ponte_changes';

/** What is told instead of changes that are too many to name. */
export type Missed = Pick<Change, 'environmentId'>;

/** Ids and states have no spaces. */
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
