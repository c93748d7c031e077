/** What merchants, their managers and operators must have been told by then, and how. */
import { isAccepted } from '../../src/deposits/decide.ts';
import { DEPOSIT_STEPS } from '../../src/deposits/deposit.ts';
import type { AlertKind } from '../../src/operator-alerts/operator-alert.ts';
import { takenFor } from '../../src/reversals/reversal.ts';
import { WITHDRAWAL_STEPS } from '../../src/withdrawals/withdrawal.ts';
import { rowsOf } from './check-invariants.ts';
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

export function checkNotifications(stage: Stage): string[] {
  return [
    ...checkEventBodies(stage),
    ...checkReversals(stage),
    ...checkPayments(stage),
    ...checkOrphans(stage),
  ];
}

const STEPS = [...Object.values(DEPOSIT_STEPS), ...Object.values(WITHDRAWAL_STEPS)];

/** An event shows its resource as it was after the step, not before it, and shows that one. */
function checkEventBodies({ database }: Stage): string[] {
  return rowsOf(database, events).flatMap(({ id, kind, resourceId, body }) => {
    const to = STEPS.find(({ event }) => event === kind)?.to;
    const { data } = JSON.parse(body) as { data: { id: string; status: string } };
    const isRight = data.id === resourceId && data.status === to;
    return isRight ? [] : [`${id}, ${kind} of ${resourceId}, tells ${data.id} ${data.status}`];
  });
}

/** Every reversal has one alert, about which the managers were mailed; nothing else has one. */
function checkReversals({ database }: Stage): string[] {
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

/** Paid amounts match the provider's, and operators know of differences they can act on. */
function checkPayments({ database, ledger }: Stage): string[] {
  const charges = new Map(ledger.charges.map((charge) => [charge.ref, charge]));
  const history = rowsOf(database, transitions);
  const wasConfirmed = ({ id }: DepositRow): boolean =>
    history.some(({ resourceId, toStatus }) => resourceId === id && toStatus === 'CONFIRMED');
  return rowsOf(database, deposits).flatMap((deposit) => {
    const { id, status, paidCents, totalCents, providerRef } = deposit;
    const charge = charges.get(providerRef);
    if (!charge) return [`${id} has no charge`];
    const kind = charge.valueCents < totalCents ? 'paid_short' : 'paid_over';
    const isKnown = charge.valueCents === totalCents || wasAlerted(database, kind, id);
    // What was returned before it was seen was returned in full.
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

/** A paid charge that belongs to nobody is marked, and an operator was told before it was. */
function checkOrphans({ database, ledger, isShown, clocksAgree }: Stage): string[] {
  const charges = new Map(ledger.charges.map((charge) => [charge.ref, charge]));
  return rowsOf(database, orphans).flatMap(({ operation, providerRef, paidAt }) => {
    const charge = operation === 'deposit' ? charges.get(providerRef) : undefined;
    // It is watched for two days, some of which a jumping clock may take away.
    if (!charge || isShown(providerRef) || !clocksAgree) return [];
    if (paidAt && !wasAlerted(database, 'orphan_paid', providerRef)) {
      return [`${providerRef} is nobody's and paid, and no operator was told`];
    }
    return isAccepted(charge.status) && !paidAt
      ? [`${providerRef} is nobody's and paid, and nobody saw it`]
      : [];
  });
}

function wasAlerted(database: Stage['database'], kind: AlertKind, subject: string): boolean {
  return rowsOf(database, alerts).some((one) => one.kind === kind && one.subject === subject);
}
