import type { App, Tenant } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import { raiseAlert } from './alert.ts';
import { leaseNotices, markApplied, type Notice, type NoticeKind, putOff } from './inbox.ts';
import { ProviderFailure } from './port.ts';

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

const BATCH = 64;
/** By then a notice that overtook our own commit has found its charge. */
const TRIES_BEFORE_ALARM = 5;

/** One turn over the inbox; several notices of one charge are one reading. */
export async function applyNotices(app: App, taker: NoticeTaker): Promise<boolean> {
  const notices = await leaseNotices(app, taker.kinds, BATCH);
  const groups = Map.groupBy(notices, ({ mode, providerRef }) => `${mode} ${providerRef ?? ''}`);
  await Promise.all([...groups.values()].map((group) => applyGroup(app, taker, group)));
  return notices.length === BATCH;
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
    await (settled ? markApplied(app.db, notices, 'applied') : putOff(app.db, notices, 'early'));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await putOff(app.db, notices, error.outcome);
  }
}

/** Nothing of the provider's is dropped: it waits, and an operator hears of it. */
async function leaveUnmatched(app: App, notices: readonly Notice[]): Promise<void> {
  await putOff(app.db, notices, 'unmatched');
  for (const notice of notices.filter(({ tries }) => tries === TRIES_BEFORE_ALARM)) {
    await raiseAlert(app.db, app, {
      environmentId: null,
      kind: 'unmatched_notice',
      subject: `${notice.kind} ${notice.providerRef ?? String(notice.id)}`,
      detail: notice.body,
    });
  }
}
