/** Replaces `provider/inbox.ts`. */
export * from '../../../src/provider/inbox.ts';
import type * as real from '../../../src/provider/inbox.ts';
import { BODY_PLACE, MAX_TRIES, namesTransaction } from '../../../src/provider/inbox.ts';
import { normalRef, normalStatus } from '../../../src/provider/ref.ts';
import { statement } from './connection.ts';
import { type NoticeRow, notices } from './tables.ts';
import { byTime, isDue, later } from './times.ts';

export const fileNotice: typeof real.fileNotice = async (app, mode, kind, body) => {
  const text = JSON.stringify(body);
  const digest = app.vault.digest(BODY_PLACE, text).toString('hex');
  const sealed = app.vault.seal(BODY_PLACE, text);
  const { qrId, id, status: word } = body;
  const ref = normalRef(String(qrId ?? id));
  const providerRef = /^[0-9a-f]{32}$/.test(ref) ? ref : null;
  const status = typeof word === 'string' ? normalStatus(word) : null;
  await statement(app.db, `fileNotice ${kind} ${status ?? ''}`, (s) => {
    const fresh = { times: 1, tries: 0, dueAt: s.now, outcome: null };
    const named = {
      ...{ id: s.nextOf('provider_inbox'), mode, kind, providerRef, status, digest },
      namesTransaction: namesTransaction(body),
    };
    const there = s.insertUnlessThere(notices, { ...named, body: sealed, ...fresh });
    const again = { times: (there?.times ?? 0) + 1, tries: 0, dueAt: s.now, outcome: null };
    if (there) s.update(notices, there, again);
    const own = there?.id ?? named.id;
    for (const row of s.all(notices)) {
      if (row.id === own || row.mode !== mode || row.providerRef !== providerRef) continue;
      if (providerRef === null || !isParked(row) || !s.isFree(notices, String(row.id))) continue;
      s.update(notices, row, { tries: 0, dueAt: s.now });
    }
  });
};

export const reopenNotices: typeof real.reopenNotices = (db, mode, ref) =>
  statement(db, 'reopenNotices', (s) => {
    for (const row of s.all(notices)) {
      if (row.mode !== mode || row.providerRef !== ref || !isParked(row)) continue;
      if (s.isFree(notices, String(row.id))) s.update(notices, row, { tries: 0, dueAt: s.now });
    }
  });

function isParked({ dueAt, outcome }: NoticeRow): boolean {
  return dueAt === null && (outcome === 'early' || outcome === 'unmatched');
}

function isHeld(row: NoticeRow, { times, tries }: real.Notice): boolean {
  return row.times === times && row.tries === tries;
}

export const leaseNotices: typeof real.leaseNotices = (db, kinds, limit, full) =>
  statement(db, 'leaseNotices', (s) =>
    s
      .all(notices)
      .filter((row) => isDue(row.dueAt, s.now) && kinds.includes(row.kind))
      .filter(({ mode }) => !full.includes(mode))
      .filter((row) => s.isFree(notices, String(row.id)))
      .sort(byTime(({ dueAt }) => dueAt))
      .slice(0, limit)
      .map((row) => {
        const { id, mode, kind, providerRef, status, body, times, tries } = s.update(notices, row, {
          dueAt: later(s.now, 30),
          tries: row.tries + 1,
        });
        return { id, mode, kind, providerRef, status, body, times, tries };
      }),
  );

export const markApplied: typeof real.markApplied = (db, applied) =>
  statement(db, 'markApplied', (s) => {
    for (const held of applied) {
      const row = s.find(notices, String(held.id));
      if (!row || !isHeld(row, held)) continue;
      s.update(notices, row, { dueAt: null, outcome: 'applied' });
    }
  });

export const postponeUntilRoom: typeof real.postponeUntilRoom = (db, late, seconds) =>
  statement(db, 'postponeUntilRoom', (s) => {
    for (const held of late) {
      const row = s.find(notices, String(held.id));
      if (!row || !isHeld(row, held)) continue;
      s.update(notices, row, { tries: row.tries - 1, dueAt: later(s.now, seconds) });
    }
  });

export const postpone: typeof real.postpone = (db, late, outcome) =>
  statement(db, `postpone ${outcome}`, (s) => {
    for (const held of late) {
      const row = s.find(notices, String(held.id));
      if (!row || !isHeld(row, held)) continue;
      const waits = row.tries < MAX_TRIES || (outcome !== 'unmatched' && outcome !== 'early');
      const seconds = Math.min(2 ** (Math.min(row.tries, 14) - 1), 7_200);
      s.update(notices, row, { outcome, dueAt: waits ? later(s.now, seconds) : null });
    }
  });
