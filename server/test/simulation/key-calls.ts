import type { Claim, NewClaim } from '../../src/idempotency/claim.ts';
import type { Orphan } from '../../src/idempotency/orphan.ts';
import { type DepositId, newId, type WithdrawalId } from '../../src/ids.ts';
import type { Random } from '../kill/random.ts';
import { newDeposit } from '../deposits.ts';
import { newWithdrawal } from '../withdrawals.ts';
import { type Call, type Known, type Named, oneOf, REFS, STATUSES } from './call.ts';
import type { Side, Sides } from './sides.ts';

export function keyCalls(random: Random, { environmentIds, now }: Sides): Named[] {
  const place = random.fraction();
  const environmentId = environmentIds[random.integer(0, 1)] ?? environmentIds[0];
  if (!environmentId) throw new Error('there are environments');
  const fresh: NewClaim = {
    ...{ environmentId, mode: 'test', key: `key ${String(random.integer(0, 23))}` },
    ...(random.fraction() < 0.5
      ? { operation: 'deposit', resourceId: newId('dep') }
      : { operation: 'withdrawal', resourceId: newId('wdr') }),
    nonce: crypto.randomUUID(),
    ...{ fingerprint: Buffer.from([random.integer(0, 1)]), intent: { any: place } },
  };
  const ref = REFS[random.integer(0, REFS.length - 1)] ?? '';
  const orders = newOrders(ref, now());
  const ofClaim = (work: (side: Side, claim: Claim) => Promise<unknown>): Call => {
    return async (side, { claims }) => {
      const claim = oneOf(claims, place);
      return claim && work(side, claim);
    };
  };
  const told = (known: Known, claim: Claim | undefined): unknown =>
    claim && known.claims.push(claim) && claim;
  const claimNew: Named = [
    'claimNewKey',
    async ({ stores, app }, known) => told(known, await stores.claim.claimNewKey(app, fresh)),
  ];
  const complete: Named = [
    'record what was made',
    ofClaim((side, claim) => recordMade(side, claim, orders)),
  ];
  return [
    ...[claimNew, claimNew, claimNew, complete, complete, complete],
    ['spendNewKey', ({ stores, app }) => stores.claim.spendNewKey(app, fresh)],
    [
      'findKey',
      async ({ stores, app }, known) => {
        const key = await stores.claim.findKey(app, environmentId, fresh.key);
        if (key) known.keys.push(key);
        return key;
      },
    ],
    [
      'takeUpKey',
      async ({ stores, app }, known) => {
        const key = oneOf(known.keys, place);
        return key && told(known, await stores.claim.takeUpKey(app, key));
      },
    ],
    ['listDeadKeys', ({ stores, app }) => stores.claim.listDeadKeys(app.db, 50, [])],
    ...endingCalls(ref, ofClaim),
  ];
}

/** Orders of each kind under this ref, with the ids that both sides are to have. */
function newOrders(providerRef: string, at: Date) {
  const times = { createdAt: at, updatedAt: at };
  const depositAddress = `address of ${providerRef}`;
  const expiresAt = new Date(at.getTime() + 86_400_000);
  return {
    deposit: newDeposit({ ...times, providerRef }),
    withdrawal: newWithdrawal({ ...times, providerRef, depositAddress, expiresAt }),
  };
}

async function recordMade(
  { stores, app }: Side,
  claim: Claim,
  { deposit, withdrawal }: ReturnType<typeof newOrders>,
): Promise<boolean> {
  const { environmentId, operation, resourceId: id } = claim;
  const { providerRef } = deposit;
  const ending = { claim, answer: { status: 201, body: `{"id":"${id}"}` }, providerRef };
  // A key has an id of its operation's kind.
  if (operation === 'deposit') {
    const made = { ...deposit, environmentId, id: id as DepositId };
    return stores.recordDeposit.recordDeposit(app, made, ending);
  }
  const made = { ...withdrawal, environmentId, id: id as WithdrawalId };
  return stores.recordWithdrawal.recordWithdrawal(app, made, ending);
}

/** What can be done to a key that is held. */
function endingCalls(
  ref: string,
  ofClaim: (work: (side: Side, claim: Claim) => Promise<unknown>) => Call,
): Named[] {
  return [
    ['renewLease', ofClaim(({ stores, app }, claim) => stores.claim.renewLease(app.db, claim))],
    [
      'saveProgress',
      ofClaim(({ stores, app }, claim) => stores.claim.saveProgress(app, claim, ref, { ref })),
    ],
    ['failKey', ofClaim(({ stores, app }, claim) => stores.endKey.failKey(app.db, claim))],
    ['restKey', ofClaim(({ stores, app }, claim) => stores.endKey.restKey(app.db, claim))],
    ['releaseKey', ofClaim(({ stores, app }, claim) => stores.endKey.releaseKey(app.db, claim))],
    ['restPoisonedKeys', ({ stores, app }) => stores.endKey.restPoisonedKeys(app.db, 3)],
    ['sweepKeys', ({ stores, app }) => stores.endKey.sweepKeys(app.db, 2)],
    [
      'recordLateAnswer',
      ofClaim(({ stores, app }, claim) => stores.orphan.recordLateAnswer(app, claim, ref)),
    ],
  ];
}

export function orphanCalls(random: Random, { environmentIds, now }: Sides): Named[] {
  const environmentId = environmentIds[random.integer(0, 1)] ?? null;
  const connection = random.fraction() < 0.5 || !environmentId ? 'live' : environmentId;
  const providerRef = REFS[random.integer(0, REFS.length - 1)] ?? '';
  const orphan: Orphan = {
    ...{ connection, environmentId, providerRef, operation: 'deposit', resourceId: null },
    ...{ foundBy: 'provider_list', status: STATUSES[random.integer(0, 8)] ?? null },
  };
  const from = new Date(now().getTime() - random.integer(0, 7_200_000));
  return [
    ['recordOrphan', ({ stores, app }) => stores.orphan.recordOrphan(app, orphan)],
    ['deleteShownOrphans', ({ stores, app }) => stores.orphan.deleteShownOrphans(app.db)],
    [
      'listDoubtfulSpans',
      async ({ stores, app }) => {
        const spans = await stores.orphan.listDoubtfulSpans(app.db, 50);
        // They come in any order, and two may begin at the same time.
        const [first] = spans.sort(
          (one, other) =>
            one.from.getTime() - other.from.getTime() ||
            (one.environmentId < other.environmentId ? -1 : 1),
        );
        if (first) await stores.orphan.markLookedThrough(app.db, first);
        return spans;
      },
    ],
    ['findOwner', ({ stores, app }) => stores.orphan.findOwner(app.db, connection, from, now())],
    ['leaseUnpaidOrphans', ({ stores, app }) => stores.orphan.leaseUnpaidOrphans(app.db, 50)],
    [
      'markOrphanPaid',
      ({ stores, app }) =>
        stores.orphan.markOrphanPaid(app.db, { ...orphan, foundAt: from }, 'approved'),
    ],
  ];
}
