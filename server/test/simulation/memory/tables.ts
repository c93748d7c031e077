/** The rows that a simulation keeps, with the program's names for their columns. */
import type { Mode } from '../../../src/accounts/environment.ts';
import type { Deposit } from '../../../src/deposits/deposit.ts';
import { type Claim, type KnownKey, LEASE_SECONDS } from '../../../src/idempotency/claim.ts';
import type { Orphan } from '../../../src/idempotency/orphan.ts';
import type { Failure } from '../../../src/idempotency/record-failed.ts';
import type {
  AccountId,
  DeliveryId,
  EndpointId,
  EnvironmentId,
  EventId,
  OrderId,
  WalletId,
} from '../../../src/ids.ts';
import type { Notice } from '../../../src/provider/inbox.ts';
import type { OperatorAlert } from '../../../src/operator-alerts/operator-alert.ts';
import type { Reversal } from '../../../src/reversals/store.ts';
import type { Delivery, DeliveryStatus, FailureReason } from '../../../src/webhooks/delivery.ts';
import type { DisabledReason } from '../../../src/webhooks/endpoint.ts';
import type { DeliveredKind, EventKind } from '../../../src/webhooks/event.ts';
import type { Withdrawal } from '../../../src/withdrawals/withdrawal.ts';
import type { Table } from './database.ts';
import { later } from './times.ts';

export interface EnvironmentRow {
  readonly id: EnvironmentId;
  readonly accountId: AccountId;
  readonly mode: Mode;
}
export const environments: Table<EnvironmentRow> = { name: 'environments', keyOf: ({ id }) => id };

export interface WalletRow {
  readonly environmentId: EnvironmentId;
  readonly id: WalletId;
  readonly liquidAddress: string;
}
export const wallets: Table<WalletRow> = { name: 'wallets', keyOf: ({ id }) => id };

export interface KeyRow
  extends Omit<KnownKey, 'leaseOver'>, Pick<Claim, 'operation' | 'resourceId' | 'nonce'> {
  readonly leaseUntil: Date | null;
  readonly intent: string | null;
  readonly progress: string | null;
  readonly providerRef: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
export const keyOf = (environmentId: string, key: string): string => `${environmentId} ${key}`;
export const keys: Table<KeyRow> = {
  name: 'idempotency_keys',
  keyOf: ({ environmentId, key }) => keyOf(environmentId, key),
  uniques: [({ environmentId, resourceId }) => `${environmentId} ${resourceId}`],
  // Two calls would then be in flight for one order, and the first could end up looking failed.
  faultOf: (before, after, now) =>
    after.attempt > before.attempt && isLeased(before, now)
      ? `${before.key} was taken up while its lease ran`
      : undefined,
};

/** A lease longer than any lease was granted before the clock was set back. */
function isLeased({ leaseUntil }: KeyRow, now: Date): boolean {
  return leaseUntil !== null && leaseUntil >= now && leaseUntil <= later(now, 2 * LEASE_SECONDS);
}

export interface AttemptRow {
  readonly environmentId: EnvironmentId;
  readonly resourceId: string;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly outcome: Failure | 'late';
  readonly providerRef: string | null;
  readonly lookedThrough: boolean;
}
export const attemptKey = (claim: Pick<AttemptRow, 'environmentId' | 'resourceId' | 'attempt'>) =>
  `${claim.environmentId} ${claim.resourceId} ${String(claim.attempt)}`;
export const attempts: Table<AttemptRow> = { name: 'provider_attempts', keyOf: attemptKey };

export interface OrphanRow extends Omit<Orphan, 'status'> {
  readonly providerStatus: string | null;
  readonly foundAt: Date;
  readonly paidAt: Date | null;
  readonly lookAt: Date;
}
export const orphans: Table<OrphanRow> = {
  name: 'orphans',
  keyOf: ({ connection, providerRef }) => `${connection} ${providerRef}`,
};

export interface DepositRow extends Deposit {
  readonly lookAt: Date | null;
  readonly looks: number;
}
export const deposits: Table<DepositRow> = {
  name: 'deposits',
  keyOf: ({ environmentId, id }) => keyOf(environmentId, id),
  uniques: [({ providerRef }) => providerRef],
};

export interface SumRow {
  readonly environmentId: EnvironmentId;
  readonly subjectId: string;
  readonly shard: number;
  readonly confirmedCount: number;
  readonly receivedCents: number;
  readonly refundedCents: number;
}
export const sums: Table<SumRow> = {
  name: 'deposit_sums',
  keyOf: ({ environmentId, subjectId, shard }) => `${environmentId} ${subjectId} ${String(shard)}`,
};

export interface WithdrawalRow extends Withdrawal {
  readonly lookAt: Date | null;
  readonly looks: number;
}
export const withdrawals: Table<WithdrawalRow> = {
  name: 'withdrawals',
  keyOf: ({ environmentId, id }) => keyOf(environmentId, id),
  uniques: [({ providerRef }) => providerRef, ({ depositAddress }) => depositAddress],
};

export interface TransitionRow {
  readonly environmentId: EnvironmentId;
  readonly resourceId: string;
  readonly fromStatus: string;
  readonly toStatus: string;
  readonly cause: string;
  readonly at: Date;
}
export const transitions: Table<TransitionRow> = {
  name: 'transitions',
  keyOf: ({ environmentId, resourceId, toStatus }) => `${environmentId} ${resourceId} ${toStatus}`,
};

export const reversals: Table<Reversal> = {
  name: 'reversals',
  keyOf: ({ environmentId, depositId }) => keyOf(environmentId, depositId),
};

export interface EventRow {
  readonly environmentId: EnvironmentId;
  readonly id: EventId;
  readonly position: number;
  readonly kind: EventKind;
  readonly resourceId: OrderId;
  readonly body: string;
  readonly createdAt: Date;
}
export const events: Table<EventRow> = {
  name: 'events',
  keyOf: ({ environmentId, id }) => keyOf(environmentId, id),
  uniques: [({ environmentId, resourceId, kind }) => `${environmentId} ${resourceId} ${kind}`],
};

export interface EndpointRow {
  readonly environmentId: EnvironmentId;
  readonly id: EndpointId;
  readonly url: string;
  readonly events: readonly EventKind[];
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly secret: string;
  readonly failingSince: Date | null;
  readonly slow: boolean;
}
export const endpoints: Table<EndpointRow> = {
  name: 'webhook_endpoints',
  keyOf: ({ environmentId, id }) => keyOf(environmentId, id),
};

export interface DeliveryRow {
  readonly environmentId: EnvironmentId;
  readonly id: DeliveryId;
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly event: DeliveredKind;
  readonly resourceId: Delivery['resourceId'];
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly failureReason: FailureReason | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly lease: string | null;
  readonly leaseUntil: Date | null;
  readonly createdAt: Date;
}
export const deliveries: Table<DeliveryRow> = {
  name: 'webhook_deliveries',
  keyOf: ({ environmentId, id }) => keyOf(environmentId, id),
  uniques: [({ eventId, endpointId }) => `${eventId} ${endpointId}`],
};

export interface SentRow {
  readonly environmentId: EnvironmentId;
  readonly deliveryId: DeliveryId;
  readonly attempt: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
}
export const sendings: Table<SentRow> = {
  name: 'webhook_attempts',
  keyOf: ({ deliveryId, attempt }) => `${deliveryId} ${String(attempt)}`,
};

export interface NoticeRow extends Notice {
  readonly status: string | null;
  readonly namesTransaction: boolean;
  readonly digest: string;
  readonly times: number;
  readonly dueAt: Date | null;
  readonly outcome: string | null;
}
export const notices: Table<NoticeRow> = {
  name: 'provider_inbox',
  keyOf: ({ id }) => String(id),
  uniques: [({ mode, kind, digest }) => `${mode} ${kind} ${digest}`],
};

export interface AlertRow extends Pick<OperatorAlert, 'environmentId' | 'kind' | 'subject'> {
  readonly times: number;
}
export const alerts: Table<AlertRow> = {
  name: 'operator_alerts',
  keyOf: ({ kind, subject }) => `${kind} ${subject}`,
};

export interface MailRow {
  readonly environmentId: EnvironmentId | null;
  readonly kind: string;
  readonly subject: string;
}
export const mails: Table<MailRow> = {
  name: 'mails',
  keyOf: ({ kind, subject }) => `${kind} ${subject}`,
};

/** A row as the program knows it, without what only the looks need. */
export function withoutLooks<Row extends { readonly lookAt: Date | null; readonly looks: number }>(
  row: Row,
): Omit<Row, 'lookAt' | 'looks'> {
  const kept: Omit<Row, 'lookAt' | 'looks'> = { ...row };
  Reflect.deleteProperty(kept, 'lookAt');
  Reflect.deleteProperty(kept, 'looks');
  return kept;
}
