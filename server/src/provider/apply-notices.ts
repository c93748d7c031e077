import type { App, Tenant } from '../app.ts';
import { type Mode, MODES } from '../accounts/environment.ts';
import type { EnvironmentId } from '../ids.ts';
import { alertOnce } from '../operator-alerts/alert-once.ts';
import type { Bulkhead } from '../platform/bulkhead.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { inTrace } from '../platform/in-trace.ts';
import { giveBack } from '../queues/give-back.ts';
import {
  leaseNotices,
  markApplied,
  MAX_TRIES,
  nameNotice,
  type Notice,
  type NoticeKind,
  openNotice,
  postpone,
  postponeUntilRoom,
} from './inbox.ts';
import { ProviderFailure, roomInSeconds } from './port.ts';

/** A resource of ours, and the provider's id for it. */
export interface NoticeTarget extends Tenant {
  readonly id: string;
  readonly ref: string;
}

/** Finds the resource that a notice is about, and reads and settles its status. */
export interface NoticeHandler {
  readonly kinds: readonly NoticeKind[];
  readonly find: (
    mode: Mode,
    ref: string,
  ) => Promise<Pick<NoticeTarget, 'environmentId' | 'id'> | undefined>;
  /**
   * Reads the status from the provider and settles by that, whatever the notices claim.
   * @returns false if the notices came too early and must be judged again
   */
  readonly settle: (target: NoticeTarget, notices: readonly Notice[]) => Promise<boolean>;
}

/**
 * How many are applied at once, and how many of one mode may be in flight before it has to wait.
 */
const BATCH = 512;
/** By then, a notice that overtook our own commit has found its charge. */
const TRIES_BEFORE_ALERT = 5;

/**
 * One pass over the inbox. Several notices of one charge cause a single reading.
 * @param cutShort notices that a database outage interrupted; it counts as one of their tries
 */
export async function applyNotices(
  app: App,
  handler: NoticeHandler,
  bulkhead: Bulkhead<Mode>,
  cutShort: Set<Notice>,
): Promise<boolean> {
  await giveBack(cutShort, (held) => postpone(app.db, held, 'failed'));
  const notices = await leaseNotices(app.db, handler.kinds, BATCH, bulkhead.full(BATCH));
  if (notices.length > 0) failpoint('notices.after-lease');
  const works = MODES.flatMap((mode) => {
    const ofMode = notices.filter((notice) => notice.mode === mode);
    const groups = Map.groupBy(ofMode, ({ providerRef }) => providerRef);
    return [...groups.values()].map((group) => {
      const apply = () =>
        inTrace('apply notices', () => applyGroup(app, handler, group)).catch((error: unknown) => {
          if (isDatabaseAway(error)) for (const notice of group) cutShort.add(notice);
          throw error;
        });
      return [mode, apply] as const;
    });
  });
  // If more is due, the next batch begins while the last of these are running, to avoid idling.
  const isFull = notices.length === BATCH;
  await bulkhead.run(works, isFull ? BATCH / 2 : 0);
  return isFull;
}

async function applyGroup(
  app: App,
  handler: NoticeHandler,
  notices: readonly Notice[],
): Promise<void> {
  const [first] = notices;
  if (!first) return;
  const { mode, providerRef: ref } = first;
  const found = ref === null ? undefined : await handler.find(mode, ref);
  if (ref === null || !found) {
    await leaveUnmatched(app, notices);
    return;
  }
  const target = { ...found, mode, ref };
  try {
    const settled = await handler.settle(target, notices);
    if (settled) await markApplied(app.db, notices);
    else await leaveWaiting(app, target, notices, 'early');
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const isProviderFailure = error instanceof ProviderFailure;
    const roomIn = roomInSeconds(error);
    if (roomIn !== undefined) {
      await postponeUntilRoom(app.db, notices, roomIn);
      return;
    }
    // What cannot be settled at all backs off, so that it delays others less and less.
    const outcome = isProviderFailure ? error.outcome : 'failed';
    await leaveWaiting(app, target, notices, outcome);
    if (!isProviderFailure) throw error;
  }
}

/** A MED that could not be applied for half a day alerts an operator. */
async function leaveWaiting(
  app: App,
  { environmentId }: NoticeTarget,
  notices: readonly Notice[],
  outcome: string,
): Promise<void> {
  const meds = notices.filter(({ kind }) => kind === 'med');
  await raiseLate(app, { environmentId, kind: 'parked_notice' }, meds, MAX_TRIES);
  await postpone(app.db, notices, outcome);
}

/** A notice that matches nothing is not dropped: it waits, and an operator is alerted. */
async function leaveUnmatched(app: App, notices: readonly Notice[]): Promise<void> {
  const about = { environmentId: null, kind: 'unmatched_notice' } as const;
  await raiseLate(app, about, notices, TRIES_BEFORE_ALERT);
  for (const notice of notices) if (notice.providerRef === null) await nameNotice(app, notice);
  await postpone(app.db, notices, 'unmatched');
}

/** Alerts before the notice is put off, from that try on, so that a crash cannot lose the alert. */
async function raiseLate(
  app: App,
  about: {
    readonly environmentId: EnvironmentId | null;
    readonly kind: 'parked_notice' | 'unmatched_notice';
  },
  notices: readonly Notice[],
  after: number,
): Promise<void> {
  for (const notice of notices) {
    const { id, kind, providerRef, tries } = notice;
    if (tries < after) continue;
    const subject = `${kind} ${providerRef ?? String(id)}`;
    const alert = { ...about, subject, detail: openNotice(app, notice), noticeId: id };
    await alertOnce(app.db, app, alert, tries > after);
  }
}
