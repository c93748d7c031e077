/** What merchants, their managers and operators must have been told by then, and in which words. */
import { isAccepted } from '../../src/deposits/decide.ts';
import { DEPOSIT_STEPS } from '../../src/deposits/deposit.ts';
import type { AlertKind } from '../../src/provider/alert.ts';
import { takenFor } from '../../src/reversals/reversal.ts';
import { WITHDRAWAL_STEPS } from '../../src/withdrawals/withdrawal.ts';
import { rowsOf } from './judge.ts';
import {
  alerts,
  type DepositRow,
  deposits,
  events,
  mails,
  orphans,
  reversals,
  transitions,
} from './memory/tables.ts';
import type { Stage } from './schedule.ts';

export function judgeTold(stage: Stage): string[] {
  return [
    ...judgeEventBodies(stage),
    ...judgeReversals(stage),
    ...judgePayments(stage),
    ...judgeOrphans(stage),
  ];
}

const STEPS = [...Object.values(DEPOSIT_STEPS), ...Object.values(WITHDRAWAL_STEPS)];

/** An event says how its resource stood after the step, not before it, and says it of that one. */
function judgeEventBodies({ database }: Stage): string[] {
  return rowsOf(database, events).flatMap(({ id, kind, resourceId, body }) => {
    const to = STEPS.find(({ event }) => event === kind)?.to;
    const { data } = JSON.parse(body) as { data: { id: string; status: string } };
    const isRight = data.id === resourceId && data.status === to;
    return isRight ? [] : [`${id}, ${kind} of ${resourceId}, tells ${data.id} ${data.status}`];
  });
}

/** What went back has one alert, of which the managers were written to, and nothing else has. */
function judgeReversals({ database }: Stage): string[] {
  const told = Map.groupBy(rowsOf(database, reversals), ({ depositId }) => depositId);
  const written = rowsOf(database, mails).map(({ subject }) => subject);
  return rowsOf(database, deposits).flatMap(({ id, status }) => {
    const own = told.get(id) ?? [];
    const most = status === 'REFUNDED' ? 1 : 0;
    const unwritten = own.filter((one) => !written.includes(`${one.id} ${takenFor(one)}`));
    return [
      ...(own.length === most ? [] : [`${id} is ${status}, with ${String(own.length)} reversals`]),
      ...unwritten.map((one) => `nobody was written to of ${one.id}, ${takenFor(one)}`),
    ];
  });
}

/** What was paid is as the provider says, and whoever can still act on a difference knows of it. */
function judgePayments({ database, ledger }: Stage): string[] {
  const charges = new Map(ledger.charges.map((charge) => [charge.ref, charge]));
  const history = rowsOf(database, transitions);
  const wasConfirmed = ({ id }: DepositRow): boolean =>
    history.some(({ resourceId, toStatus }) => resourceId === id && toStatus === 'CONFIRMED');
  return rowsOf(database, deposits).flatMap((deposit) => {
    const { id, status, paidCents, totalCents, providerRef } = deposit;
    const charge = charges.get(providerRef);
    if (!charge) return [`${id} has no charge`];
    const kind = charge.valueCents < totalCents ? 'paid_short' : 'paid_over';
    const isKnown = charge.valueCents === totalCents || wasAlarmed(database, kind, id);
    // What went back before it was seen went back whole.
    const isOpen = paidCents !== null && status !== 'REFUNDED';
    const isDelivered = charge.blockchainTxId !== undefined && charge.valueCents >= totalCents;
    return [
      ...(paidCents === null || paidCents === charge.valueCents
        ? []
        : [`${id} was paid ${String(paidCents)}, not ${String(charge.valueCents)}`]),
      ...(status === 'CONFIRMED' && paidCents === null ? [`${id} is CONFIRMED and unpaid`] : []),
      ...(isKnown || !isOpen ? [] : [`${id} is ${kind}, and nobody knows`]),
      ...(status !== 'REFUNDED' || !isDelivered || wasConfirmed(deposit)
        ? []
        : [`${id} was delivered and REFUNDED, and never CONFIRMED`]),
    ];
  });
}

/** A charge of nobody's that somebody paid is marked, and an operator was told before it was. */
function judgeOrphans({ database, ledger, isShown, clocksAgree }: Stage): string[] {
  const charges = new Map(ledger.charges.map((charge) => [charge.ref, charge]));
  return rowsOf(database, orphans).flatMap(({ operation, providerRef, paidAt }) => {
    const charge = operation === 'deposit' ? charges.get(providerRef) : undefined;
    // It is watched for two days, of which a clock that jumps may take away some.
    if (!charge || isShown(providerRef) || !clocksAgree) return [];
    if (paidAt && !wasAlarmed(database, 'orphan_paid', providerRef)) {
      return [`${providerRef} is nobody's and paid, and no operator was told`];
    }
    return isAccepted(charge.status) && !paidAt
      ? [`${providerRef} is nobody's and paid, and nobody saw it`]
      : [];
  });
}

function wasAlarmed(database: Stage['database'], kind: AlertKind, subject: string): boolean {
  return rowsOf(database, alerts).some((one) => one.kind === kind && one.subject === subject);
}
