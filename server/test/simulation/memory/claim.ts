/** Replaces `idempotency/claim.ts`. */
export * from '../../../src/idempotency/claim.ts';
import type * as real from '../../../src/idempotency/claim.ts';
import type { App } from '../../../src/app.ts';
import { batched } from '../../../src/platform/batch.ts';
import { LEASE_SECONDS, RESPONSE } from '../../../src/idempotency/claim.ts';
import { statement } from './connection.ts';
import { modeOf } from './deposits.ts';
import type { Statement } from './database.ts';
import { recordFailed } from './record-failed.ts';
import { type KeyRow, keyOf, keys } from './tables.ts';
import { byTime, isPast, later } from './times.ts';

const INTENT = 'idempotency_keys.intent';
const PROGRESS = 'idempotency_keys.progress';

export const claimNewKey: typeof real.claimNewKey = async (app, claim) => {
  const intent = app.vault.seal(INTENT, JSON.stringify(claim.intent));
  const now = await claimKeys(app.db, { claim, intent });
  return now && { ...claim, attempt: 1, now, progress: undefined };
};

interface AskedKey {
  readonly claim: Omit<real.NewClaim, 'intent'>;
  readonly intent: string;
}

const claimKeys = batched<AskedKey, Date | undefined>((db, asked) =>
  statement(db, 'claimNewKey', (s) => {
    const won = new Map<AskedKey, Date>();
    const inOrder = asked.toSorted((one, other) => (one.claim.key < other.claim.key ? -1 : 1));
    for (const item of inOrder) {
      const { claim, intent } = item;
      const state = { state: 'running', leaseUntil: later(s.now, LEASE_SECONDS), intent } as const;
      if (s.insertUnlessThere(keys, { ...newKey(s, claim), ...state })) continue;
      won.set(item, s.now);
    }
    return asked.map((item) => won.get(item));
  }),
);

function newKey(s: Statement, claim: Omit<real.NewClaim, 'intent'>): KeyRow {
  const { environmentId, key, fingerprint, operation, resourceId, nonce } = claim;
  return {
    ...{ environmentId, key, fingerprint, operation, resourceId, nonce },
    ...{
      state: 'failed',
      attempt: 1,
      leaseUntil: null,
      intent: null,
      progress: null,
      providerRef: null,
    },
    ...{ responseStatus: null, response: null, createdAt: s.now, updatedAt: s.now },
  };
}

export const spendNewKey: typeof real.spendNewKey = (app, claim) =>
  statement(app.db, 'spendNewKey', (s) => !s.insertUnlessThere(keys, newKey(s, claim)));

export const findKey: typeof real.findKey = async (app, environmentId, key) => {
  const known = await statement(app.db, 'findKey', (s) => {
    const row = s.find(keys, keyOf(environmentId, key));
    return row && knownOf(row, isAbandoned(row, s.now));
  });
  return (
    known && { ...known, response: known.response && app.vault.open(RESPONSE, known.response) }
  );
};

function knownOf(row: KeyRow, leaseOver: boolean): real.KnownKey {
  const { environmentId, key, fingerprint, state, attempt, responseStatus, response } = row;
  return { environmentId, key, fingerprint, state, leaseOver, attempt, responseStatus, response };
}

export const takeUpKey: typeof real.takeUpKey = async (app, known) => {
  const taken = await statement(app.db, 'takeUpKey', (s) => {
    const row = s.find(keys, keyOf(known.environmentId, known.key));
    if (row?.attempt !== known.attempt || !isFree(row, s.now)) return undefined;
    if (!row.fingerprint.equals(known.fingerprint)) return undefined;
    const attempt = row.attempt + 1;
    const leaseUntil = later(s.now, LEASE_SECONDS);
    const change = { state: 'running', attempt, leaseUntil, updatedAt: s.now } as const;
    const after = s.update(keys, row, { ...change, providerRef: null });
    if (row.state === 'running') recordFailed(s, row, 'unknown');
    return { row: after, mode: modeOf(s, row.environmentId), now: s.now };
  });
  return taken && openClaim(app, taken.row, taken.mode, taken.now);
};

export function isAbandoned({ leaseUntil }: KeyRow, now: Date): boolean {
  if (leaseUntil === null) return false;
  return isPast(leaseUntil, now) || leaseUntil > later(now, 2 * LEASE_SECONDS);
}

function isFree(row: KeyRow, now: Date): boolean {
  return row.state === 'resting' || (row.state === 'running' && isAbandoned(row, now));
}

function openClaim(app: App, row: KeyRow, mode: real.Claim['mode'], now: Date): real.Claim {
  const { environmentId, key, operation, resourceId, attempt, nonce } = row;
  const open = (place: string, sealed: string | null): unknown =>
    sealed === null ? undefined : JSON.parse(app.vault.open(place, sealed));
  const known = { intent: open(INTENT, row.intent), progress: open(PROGRESS, row.progress) };
  return { environmentId, key, operation, resourceId, attempt, nonce, mode, now, ...known };
}

export const listDeadKeys: typeof real.listDeadKeys = (db, limit, full) =>
  statement(db, 'listDeadKeys', (s) =>
    s
      .all(keys)
      .filter((row) => row.state === 'running' && isAbandoned(row, s.now))
      .map((row) => ({ row, mode: modeOf(s, row.environmentId) }))
      .filter(({ mode }) => !full.includes(mode))
      .sort(byTime(({ row }) => row.leaseUntil))
      .slice(0, limit)
      .map(({ row, mode }) => ({
        ...knownOf(row, true),
        ...{ mode, responseStatus: null, response: null },
      })),
  );

/** The key, if its claim is the latest and has not ended. */
export function heldKey(s: Statement, claim: real.Claim): KeyRow | undefined {
  const row = s.find(keys, keyOf(claim.environmentId, claim.key));
  if (row?.nonce !== claim.nonce) return undefined;
  return row.attempt === claim.attempt && row.state === 'running' ? row : undefined;
}

export const renewLease: typeof real.renewLease = (db, claim) =>
  statement(db, 'renewLease', (s) => {
    const row = heldKey(s, claim);
    if (row) s.update(keys, row, { leaseUntil: later(s.now, LEASE_SECONDS) });
    return row !== undefined;
  });

export const saveProgress: typeof real.saveProgress = (app, claim, providerRef, progress) => {
  const sealed = app.vault.seal(PROGRESS, JSON.stringify(progress));
  return statement(app.db, 'saveProgress', (s) => {
    const row = heldKey(s, claim);
    if (!row) return false;
    s.update(keys, row, { progress: sealed, providerRef });
    return true;
  });
};

export const dropProgress: typeof real.dropProgress = (db, claim) =>
  statement(db, 'dropProgress', (s) => {
    const row = heldKey(s, claim);
    if (row) s.update(keys, row, { progress: null });
  });
