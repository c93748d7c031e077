import { type Settlement, settlementOf } from '../../src/deposits/settlement.ts';
import type { DepositKey } from '../../src/deposits/store.ts';
import { depositStatus } from '../../src/deposits/view.ts';
import type { ChargeStatus } from '../../src/provider/port.ts';
import type { Random } from '../kill/random.ts';
import { readingOf } from '../deposits.ts';
import { type Call, type Named, REFS, STATUSES } from './call.ts';
import type { Side, Sides } from './sides.ts';

export function depositCalls(random: Random, sides: Sides): Named[] {
  const place = random.fraction();
  const status = STATUSES[random.integer(0, STATUSES.length - 1)] ?? 'pending';
  const blockchainTxId = status === 'depix_sent' ? 'a transaction' : undefined;
  const fails = random.fraction() < 0.2;
  const ref = REFS[random.integer(0, REFS.length - 1)] ?? '';
  const ofDeposit = (work: (side: Side, key: DepositKey) => Promise<unknown>): Call => {
    return async (side) => {
      const rows = await side.stores.depositStore.findByProviderRef(side.app.db, {
        mode: 'test',
        ref,
      });
      const live = await side.stores.depositStore.findByProviderRef(side.app.db, {
        mode: 'live',
        ref,
      });
      const found = rows ?? live;
      return found && work(side, { environmentId: found.environmentId, id: found.id });
    };
  };
  const settle = ofDeposit((side, key) => settleOnce(side, key, { status, blockchainTxId, fails }));
  return [
    ['settle', settle],
    ['settle', settle],
    ['settle', settle],
    [
      'leaseLooks',
      ({ stores, app }) => {
        const busy = fails ? (['live', ...sides.environmentIds.slice(0, 1)] as const) : [];
        return stores.depositStore.leaseLooks(app.db, 50, busy);
      },
    ],
    [
      'scheduleLook',
      ofDeposit(({ stores, app }, key) =>
        stores.depositStore.scheduleLook(app.db, { ...key, failed: fails }),
      ),
    ],
    [
      'listKnownRefs',
      ({ stores, app }) => stores.depositStore.listKnownRefs(app.db, REFS.slice(0, 5)),
    ],
    [
      'listSpanStarts',
      ({ stores, app }) => {
        const environmentId = sides.environmentIds[place < 0.5 ? 0 : 1] ?? 'env_';
        const tenant = { environmentId, mode: place < 0.3 ? 'live' : 'test' } as const;
        const newest = sides.now();
        const oldest = new Date(newest.getTime() - 7_200_000);
        return stores.depositStore.listSpanStarts(app.db, tenant, oldest, newest, 2);
      },
    ],
  ];
}

/** As the verb does it; rolled back at the end if it fails. */
async function settleOnce(
  { app, stores }: Side,
  key: DepositKey,
  news: { status: ChargeStatus; blockchainTxId: string | undefined; fails: boolean },
): Promise<unknown> {
  return app.db.begin(async (tx) => {
    const found = await stores.settlementStore.lockDeposit(tx, app, key);
    if (!found) return undefined;
    const { now, acceptedBefore, paymentFiled, ...before } = found;
    const told = { status: news.status, blockchainTxId: news.blockchainTxId };
    const reading = readingOf(before, told);
    const settlement: Settlement = settlementOf(
      before,
      { reading, cause: 'poll' },
      { acceptedBefore, paymentFiled, confirmOn: 'accepted', now, requestedAt: now },
    );
    await stores.settlementStore.writeSettlements(tx, [settlement]);
    const about = { environmentId: before.environmentId, resourceId: before.id, at: now };
    const steps = settlement.steps.map((step) => ({ ...about, ...step, raw: '' }));
    await stores.transition.recordTransitions(tx, app, steps);
    const events = settlement.steps.flatMap(({ event: kind, after }) =>
      kind === undefined ? [] : [{ ...about, kind, data: depositStatus(after) }],
    );
    await stores.recordEvents.recordEvents(tx, events);
    await stores.settlementStore.moveSums(tx, [settlement]);
    if (news.fails) throw new RangeError('as if it failed');
    return settlement;
  });
}
