import type { EnvironmentId } from '../../src/ids.ts';
import { PAYOUT_STATUSES, type PayoutStatus } from '../../src/provider/port.ts';
import { settlementOf } from '../../src/withdrawals/settlement.ts';
import { withdrawalStatus } from '../../src/withdrawals/view.ts';
import type { Random } from '../kill/random.ts';
import { payoutReadingOf } from '../withdrawals.ts';
import { type Call, type Named, REFS } from './call.ts';
import type { Side } from './sides.ts';

interface WithdrawalKey {
  readonly environmentId: EnvironmentId;
  readonly id: string;
}

export function withdrawalCalls(random: Random): Named[] {
  const status = PAYOUT_STATUSES[random.integer(0, PAYOUT_STATUSES.length - 1)] ?? 'unsent';
  const fails = random.fraction() < 0.2;
  const ref = REFS[random.integer(0, REFS.length - 1)] ?? '';
  const seconds = random.integer(1, 60);
  const ofWithdrawal = (work: (side: Side, key: WithdrawalKey) => Promise<unknown>): Call => {
    return async (side) => {
      const { app, stores } = side;
      const { findByProviderRef } = stores.withdrawalStore;
      const live = await findByProviderRef(app.db, 'live', ref);
      const found = live ?? (await findByProviderRef(app.db, 'test', ref));
      return found && work(side, found);
    };
  };
  const settle = ofWithdrawal((side, key) => settleOnce(side, key, { status, fails }));
  return [
    ...Array.from({ length: 4 }, (): Named => ['settle a withdrawal', settle]),
    [
      'leaseLooks of withdrawals',
      ({ stores, app }) => stores.withdrawalStore.leaseLooks(app.db, 50, fails ? ['live'] : []),
    ],
    [
      'scheduleLook of withdrawal',
      ofWithdrawal(({ stores, app }, { environmentId, id }) =>
        stores.withdrawalStore.scheduleLook(app.db, environmentId, id),
      ),
    ],
    [
      'postponeLook',
      ofWithdrawal(({ stores, app }, { environmentId, id }) =>
        stores.withdrawalStore.postponeLook(app.db, environmentId, id, seconds),
      ),
    ],
  ];
}

/** As the verb does it; rolled back at the end if it fails. */
async function settleOnce(
  { app, stores }: Side,
  { environmentId, id }: WithdrawalKey,
  { status, fails }: { readonly status: PayoutStatus; readonly fails: boolean },
): Promise<unknown> {
  return app.db.begin(async (tx) => {
    const found = await stores.withdrawalSettlements.lockWithdrawal(tx, app, environmentId, id);
    if (!found) return undefined;
    const { now, ...before } = found;
    const news = { reading: payoutReadingOf(before, { status }), cause: 'poll' } as const;
    const settlement = settlementOf(before, news, { now, requestedAt: now });
    await stores.withdrawalSettlements.writeSettlement(tx, settlement);
    const about = { environmentId, resourceId: before.id, at: now };
    const steps = settlement.steps.map((step) => ({ ...about, ...step, raw: '' }));
    await stores.transition.recordTransitions(tx, app, steps);
    const events = settlement.steps.flatMap(({ event: kind, after }) =>
      kind === undefined ? [] : [{ ...about, kind, data: withdrawalStatus(after) }],
    );
    await stores.recordEvents.recordEvents(tx, events);
    if (fails) throw new RangeError('as if it failed');
    return settlement;
  });
}
