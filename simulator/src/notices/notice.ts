import type { Partner, Switches } from '../partners/partner.ts';

export type NoticeSwitches = Pick<Switches, 'drop' | 'duplicate' | 'shuffle' | 'delayNoticesMs'>;

export type NoticeKind = 'deposit' | 'withdraw' | 'med';

/** Something that the partner is to be notified of. */
export interface Notice {
  readonly kind: NoticeKind;
  /** Notices of one queue are sent in order, one after the other; null: in any order. */
  readonly queue: string | null;
  readonly body: string;
}

export interface OwedNotice extends Notice {
  readonly partner: string;
  readonly state: 'owed' | 'dropped';
  readonly delayMs: number;
}

const SHUFFLE_WITHIN_MS = 1_000;

/**
 * Applies the switches of the partner, or of one charge, to a notice: none or two of it, early or
 * late, in order or not.
 */
export function owedNotices(
  partner: Partner,
  notice: Notice,
  own: Partial<NoticeSwitches> = {},
): OwedNotice[] {
  const { drop, duplicate, shuffle, delayNoticesMs } = { ...partner.switches, ...own };
  return Array.from({ length: duplicate ? 2 : 1 }, () => ({
    ...notice,
    partner: partner.name,
    queue: shuffle ? null : notice.queue,
    state: drop ? 'dropped' : 'owed',
    delayMs: delayNoticesMs + (shuffle ? Math.floor(Math.random() * SHUFFLE_WITHIN_MS) : 0),
  }));
}
