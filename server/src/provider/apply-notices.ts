import type { App, Tenant } from '../app.ts';
import { type Mode, MODES } from '../accounts/environment.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Bulkhead } from '../platform/bulkhead.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { inTrace } from '../platform/in-trace.ts';
import { alertOnce } from './alert-once.ts';
import {
  leaseNotices,
  markApplied,
  MAX_TRIES,
  type Notice,
  type NoticeKind,
  openNotice,
  putOff,
  putOffUntilRoom,
} from './inbox.ts';
import { ProviderFailure, roomInSeconds } from './port.ts';

/** A resource of ours, and the provider's id of it. */
export interface NoticeTarget extends Tenant {
  readonly id: string;
  readonly ref: string;
}

/** Whose a notice is, and how news of that resource is read back and applied. */
export interface NoticeTaker {
  readonly kinds: readonly NoticeKind[];
  readonly find: (
    mode: Mode,
    ref: string,
  ) => Promise<Pick<NoticeTarget, 'environmentId' | 'id'> | undefined>;
  /**
   * Reads the provider's status and settles by it, whatever the notices themselves claim.
   * @returns false when they came too early and must be weighed again.
   */
  readonly settle: (target: NoticeTarget, notices: readonly Notice[]) => Promise<boolean>;
}

/** At once, and so many charges or payouts of a mode may be under way before it has to wait. */
const BATCH = 512;
/** By then a notice that overtook our own commit has found its charge. */
const TRIES_BEFORE_ALARM = 5;

/** One turn over the inbox; several notices of one charge are one reading. */
export async function applyNotices(
  app: App,
  taker: NoticeTaker,
  bulkhead: Bulkhead<Mode>,
): Promise<boolean> {
  const notices = await leaseNotices(app.db, taker.kinds, BATCH, bulkhead.full(BATCH));
  if (notices.length > 0) failpoint('notices.after-lease');
  const works = MODES.flatMap((mode) => {
    const ofMode = notices.filter((notice) => notice.mode === mode);
    const groups = Map.groupBy(ofMode, ({ providerRef }) => providerRef);
    return [...groups.values()].map((group) => {
      const apply = () => inTrace('apply notices', () => applyGroup(app, taker, group));
      return [mode, apply] as const;
    });
  });
  // Where more is due it is looked for while the last of these go on: nobody is idle meanwhile.
  const isFull = notices.length === BATCH;
  await bulkhead.run(works, isFull ? BATCH / 2 : 0);
  return isFull;
}

async function applyGroup(app: App, taker: NoticeTaker, notices: readonly Notice[]): Promise<void> {
  const [first] = notices;
  if (!first) return;
  const { mode, providerRef: ref } = first;
  const found = ref === null ? undefined : await taker.find(mode, ref);
  if (ref === null || !found) {
    await leaveUnmatched(app, notices);
    return;
  }
  try {
    const settled = await taker.settle({ ...found, mode, ref }, notices);
    if (settled) await markApplied(app.db, notices);
    else await leaveWaiting(app, { ...found, mode, ref }, notices, 'early');
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const isProviders = error instanceof ProviderFailure;
    const roomIn = roomInSeconds(error);
    if (roomIn !== undefined) {
      await putOffUntilRoom(app.db, notices, roomIn);
      return;
    }
    // What cannot be settled at all comes ever more rarely before the notices of others.
    const outcome = isProviders ? error.outcome : 'failed';
    await leaveWaiting(app, { ...found, mode, ref }, notices, outcome);
    if (!isProviders) throw error;
  }
}

/** A report of ours that nothing came of for half a day: an operator hears of it. */
async function leaveWaiting(
  app: App,
  { environmentId }: NoticeTarget,
  notices: readonly Notice[],
  outcome: string,
): Promise<void> {
  const meds = notices.filter(({ kind }) => kind === 'med');
  await raiseLate(app, { environmentId, kind: 'parked_notice' }, meds, MAX_TRIES);
  await putOff(app.db, notices, outcome);
}

/** Nothing of the provider's is dropped: it waits, and an operator hears of it. */
async function leaveUnmatched(app: App, notices: readonly Notice[]): Promise<void> {
  const about = { environmentId: null, kind: 'unmatched_notice' } as const;
  await raiseLate(app, about, notices, TRIES_BEFORE_ALARM);
  await putOff(app.db, notices, 'unmatched');
}

/** Before they are put off, at that try and at any after it: a death leaves none unsaid. */
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
