import type { Db } from '../../src/platform/db.ts';
import type { Received } from '../receiver.ts';
import { listWrongSums } from '../sums.ts';
import type { Driven } from './clients.ts';
import type { Generation } from './plan.ts';
import type { Client } from './requests.ts';

/** A deposit or a withdrawal, as far as its client was told about it. */
export interface OperationRow {
  readonly id: string;
  readonly externalId: string;
  readonly status: string;
  /** What the bytes of its 201 must contain, by the names used there. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly providerRef: string;
  readonly cents: number;
}

export interface KeyRow {
  readonly key: string;
  readonly state: string;
  readonly nonce: string;
  readonly resourceId: string;
  readonly leaseSeconds: number | null;
}

export interface TransitionRow {
  readonly resourceId: string;
  readonly fromStatus: string;
  readonly toStatus: string;
  readonly cause: string;
  readonly at: Date;
}

export interface EventRow {
  readonly id: string;
  readonly sequence: number | null;
  readonly kind: string;
  readonly resourceId: string;
  readonly body: string;
}

export interface DeliveryRow {
  readonly id: string;
  readonly eventId: string;
  readonly endpointId: string;
  readonly status: string;
  readonly attempts: number;
  /** Seconds until the next attempt; negative when it is overdue. */
  readonly dueInSeconds: number | null;
  readonly leaseSeconds: number | null;
}

export interface Booked {
  readonly id: string;
  readonly nonce: string;
  readonly status: string;
  readonly cents: number;
  /** Ours, or null for an orphan. */
  readonly owner: string | null;
}

export interface Endpoint {
  readonly id: string;
  readonly secret: string;
  readonly isGood: boolean;
  readonly received: readonly Received[];
  readonly took: ReadonlySet<string>;
}

/** Everything that is known about one gateway when all has settled. */
export interface Evidence {
  /** That of the installation. */
  readonly name: string;
  readonly generation: Generation;
  readonly driven: readonly Driven[];
  /** The response to each operation's request when it was sent once more. */
  readonly repeated: ReadonlyMap<string, { readonly text: string; readonly replayed: boolean }>;
  readonly endpoints: readonly Endpoint[];
  readonly deposits: readonly OperationRow[];
  readonly withdrawals: readonly OperationRow[];
  readonly keys: readonly KeyRow[];
  /** How many attempts of an operation ended with an unknown outcome. */
  readonly doubtful: ReadonlyMap<string, number>;
  readonly transitions: readonly TransitionRow[];
  readonly events: readonly EventRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly orphanRefs: readonly string[];
  /** Stored sums that differ from those of the deposits. */
  readonly wrongSums: readonly string[];
  readonly charges: readonly Booked[];
  readonly payouts: readonly Booked[];
  /** Personal data, keys and secrets in what was printed or sent. */
  readonly leaks: readonly string[];
  /** Connections to anything but this machine. */
  readonly outside: readonly string[];
}

type Rows = Omit<
  Evidence,
  | 'name'
  | 'generation'
  | 'driven'
  | 'repeated'
  | 'endpoints'
  | 'charges'
  | 'payouts'
  | 'leaks'
  | 'outside'
>;

/** The rows of one environment in the gateway's database. */
export async function readRows(db: Db, environmentId: string): Promise<Rows> {
  const attempts = await db<{ resourceId: string; count: number }>`
    select resource_id, count(*) as count from provider_attempts
    where environment_id = ${environmentId} and outcome in ('unknown', 'late')
    group by resource_id`;
  const orphans = await db<{ providerRef: string }>`
    select provider_ref from orphans where connection = ${environmentId}`;
  return {
    deposits: await readDeposits(db, environmentId),
    withdrawals: await readWithdrawals(db, environmentId),
    keys: await db<KeyRow>`
      select key, state, nonce, resource_id,
        extract(epoch from lease_until - now())::float8 as lease_seconds
      from idempotency_keys where environment_id = ${environmentId}`,
    doubtful: new Map(attempts.map(({ resourceId, count }) => [resourceId, count])),
    transitions: await db<TransitionRow>`
      select resource_id, from_status, to_status, cause, at from transitions
      where environment_id = ${environmentId}`,
    events: await db<EventRow>`
      select id, sequence, kind, resource_id, body from events
      where environment_id = ${environmentId} order by position`,
    deliveries: await db<DeliveryRow>`
      select id, event_id, endpoint_id, status, attempts,
        extract(epoch from next_attempt_at - now())::float8 as due_in_seconds,
        extract(epoch from lease_until - now())::float8 as lease_seconds
      from webhook_deliveries where environment_id = ${environmentId}`,
    orphanRefs: orphans.map(({ providerRef }) => providerRef),
    wrongSums: await listWrongSums(db),
  };
}

/** One ordered on a page has the name of the form as its key, and its payer is told less. */
async function readDeposits(db: Db, environmentId: string): Promise<OperationRow[]> {
  return db<OperationRow>`
    select d.id, coalesce(external_id, attempt) as external_id, status, provider_ref,
      total_cents as cents,
      case when attempt is null
        then jsonb_build_object('id', d.id, 'amountCents', d.amount_cents, 'feeCents', fee_cents,
          'totalCents', total_cents, 'netCents', net_cents, 'walletId', wallet_id,
          'passFeesToPayer', pass_fees_to_payer, 'externalId', external_id,
          'pixQrCode', pix_qr_code)
        else jsonb_build_object('pixQrCode', pix_qr_code) end as content
    from deposits d left join checkouts c
      on c.environment_id = d.environment_id and c.deposit_id = d.id
    where d.environment_id = ${environmentId}`;
}

async function readWithdrawals(db: Db, environmentId: string): Promise<OperationRow[]> {
  return db<OperationRow>`
    select id, external_id, status, provider_ref, amount_cents as cents,
      jsonb_build_object('id', id, 'amountCents', amount_cents, 'feeCents', fee_cents,
        'depositAddress', deposit_address, 'depositAmountCents', deposit_amount_cents,
        'externalId', external_id) as content
    from withdrawals where environment_id = ${environmentId}`;
}

interface Books {
  charges: {
    id: string;
    nonce: string;
    status: string;
    amountInCents: number;
    depositId: string;
  }[];
  withdrawals: {
    id: string;
    nonce: string;
    status: string;
    payoutAmountInCents: number;
    withdrawalId: string;
  }[];
}

/** The simulated provider's own books. */
export async function readBooks(client: Client): Promise<Pick<Evidence, 'charges' | 'payouts'>> {
  const { text } = await client.insist({ method: 'GET', path: '/v1/sandbox/provider' });
  // The route's response schema is the same.
  const books = JSON.parse(text) as Books;
  return {
    charges: books.charges.map(({ id, nonce, status, amountInCents, depositId }) => ({
      ...{ id, nonce, status, cents: amountInCents, owner: depositId },
    })),
    payouts: books.withdrawals.map(({ id, nonce, status, payoutAmountInCents, withdrawalId }) => ({
      ...{ id, nonce, status, cents: payoutAmountInCents, owner: withdrawalId },
    })),
  };
}
