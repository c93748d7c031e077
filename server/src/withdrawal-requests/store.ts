import type { App } from '../app.ts';
import type { Environment, Mode } from '../accounts/environment.ts';
import { ENVIRONMENT_OF_E, environmentOf, type EnvironmentRow } from '../accounts/store.ts';
import { HOUR_MS } from '../durations.ts';
import type { EnvironmentId, UserId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Position } from '../platform/page.ts';
import { sql } from '../platform/sql.ts';
import { indexRangeOf, newest } from '../platform/index-range.ts';
import { REQUEST_HOURS, REQUEST_STEPS, type WithdrawalRequest } from './withdrawal-request.ts';

const PIX_KEY = 'withdrawal_requests.pix_key';
const TAX_ID = 'withdrawal_requests.tax_id';
const REASON = 'withdrawal_requests.reason';

export type NewRequest = Pick<
  WithdrawalRequest,
  | 'environmentId'
  | 'id'
  | 'keyId'
  | 'amountCents'
  | 'pixKeyType'
  | 'pixKey'
  | 'taxId'
  | 'externalId'
  | 'reason'
  | 'withdrawalId'
> & { readonly requestKey: string; readonly fingerprint: Buffer };

/** @returns when it expires; undefined if this API key already used the idempotency key */
export async function insertRequest(
  tx: Tx,
  { vault }: Pick<App, 'vault'>,
  request: NewRequest,
): Promise<Date | undefined> {
  const [row] = await tx<{ expiresAt: Date }>`
    insert into withdrawal_requests (environment_id, id, key_id, request_key, fingerprint, state,
      amount_cents, pix_key_type, pix_key, tax_id, external_id, reason, withdrawal_id, expires_at)
    values (${request.environmentId}, ${request.id}, ${request.keyId}, ${request.requestKey},
      ${request.fingerprint}, 'WAITING', ${request.amountCents}, ${request.pixKeyType},
      ${vault.seal(PIX_KEY, request.pixKey)}, ${vault.seal(TAX_ID, request.taxId)},
      ${request.externalId}, ${vault.seal(REASON, request.reason)}, ${request.withdrawalId},
      now() + ${REQUEST_HOURS} * interval '1 hour')
    on conflict (environment_id, key_id, request_key) do nothing
    returning expires_at`;
  return row?.expiresAt;
}

/** The API key that asked, and its idempotency key. */
export type RequestName = Pick<NewRequest, 'environmentId' | 'keyId' | 'requestKey'>;

/** The request made under this name, with the fingerprint of its content. */
export async function findByName(
  db: Db | Tx,
  { environmentId, keyId, requestKey }: RequestName,
): Promise<Pick<NewRequest, 'id' | 'fingerprint'> | undefined> {
  const [row] = await db<Pick<NewRequest, 'id' | 'fingerprint'>>`
    select id, fingerprint from withdrawal_requests
    where environment_id = ${environmentId} and key_id = ${keyId} and request_key = ${requestKey}`;
  return row;
}

/** A request that has waited too long reads as EXPIRED; no job changes its row. */
const SHOWN = sql`
  select r.environment_id, r.id, r.key_id, k.name as key_name,
    case when r.state = 'WAITING' and r.expires_at <= now() then 'EXPIRED' else r.state end as state,
    r.amount_cents, r.pix_key_type, r.pix_key, r.tax_id, r.external_id, r.reason, r.withdrawal_id,
    r.refusal, r.decided_at, r.created_at, r.expires_at, u.email as decided_by`;
const JOINED = sql`
  join api_keys k on k.environment_id = r.environment_id and k.id = r.key_id
  left join users u on u.id = r.decided_by`;

function shown({ vault }: Pick<App, 'vault'>, row: WithdrawalRequest): WithdrawalRequest {
  return {
    ...row,
    pixKey: vault.open(PIX_KEY, row.pixKey),
    taxId: vault.open(TAX_ID, row.taxId),
    reason: vault.open(REASON, row.reason),
  };
}

export async function findRequest(
  app: App,
  environmentId: EnvironmentId,
  id: string,
): Promise<WithdrawalRequest | undefined> {
  const [row] = await app.db<WithdrawalRequest>`
    ${SHOWN} from withdrawal_requests r ${JOINED}
    where r.environment_id = ${environmentId} and r.id = ${id}`;
  return row && shown(app, row);
}

interface RequestFilter {
  /** One API key's own requests; null for those of every key. */
  readonly keyId: string | null;
  /** Only those that a person can still answer. */
  readonly waiting: boolean;
}

/** Requests older than this have expired, even if our clock is a day ahead of the database's. */
const NONE_WAITS_MS = (REQUEST_HOURS + 36) * HOUR_MS;

/** Newest first, one row more than the limit. */
export async function listRequests(
  app: App,
  environmentId: EnvironmentId,
  { keyId, waiting }: RequestFilter,
  after: Position | undefined,
  limit: number,
): Promise<WithdrawalRequest[]> {
  const filters = [
    ['environment_id', environmentId],
    ['key_id', keyId],
  ] as const;
  const isWaiting = sql`and state = 'WAITING' and expires_at > now()`;
  const range = indexRangeOf(after, waiting ? new Date(Date.now() - NONE_WAITS_MS) : null);
  const page = newest(filters, range, limit + 1, waiting ? isWaiting : sql``);
  const rows = await app.db<WithdrawalRequest>`
    ${SHOWN} from (select * from withdrawal_requests ${page}) r ${JOINED}
    order by r.created_at desc, r.id desc`;
  return rows.map((row) => shown(app, row));
}

/** Records a person's answer. False: the request was already answered, or has expired. */
export async function writeDecision(
  tx: Tx,
  environmentId: EnvironmentId,
  id: string,
  step: 'confirm' | 'decline',
  userId: UserId,
): Promise<boolean> {
  const { from, to } = REQUEST_STEPS[step];
  const rows = await tx`
    update withdrawal_requests set state = ${to}, decided_by = ${userId}, decided_at = now(),
      due_at = case when ${to} = 'CONFIRMED' then now() + interval '10 seconds' end
    where environment_id = ${environmentId} and id = ${id} and state = any(${[...from]})
      and expires_at > now()
    returning id`;
  return rows.length > 0;
}

/** Whether it was confirmed longer ago than it waits at most, by the clock that recorded it. */
export async function isLongDecided(
  db: Db,
  { environmentId, id }: Pick<WithdrawalRequest, 'environmentId' | 'id'>,
): Promise<boolean> {
  const rows = await db`
    select from withdrawal_requests
    where environment_id = ${environmentId} and id = ${id}
      and decided_at < now() - ${REQUEST_HOURS} * interval '1 hour'`;
  return rows.length > 0;
}

/** Records the outcome of a confirmed request. False: another process has recorded it already. */
export async function endRequest(
  tx: Tx,
  { environmentId, id }: Pick<WithdrawalRequest, 'environmentId' | 'id'>,
  step: 'make' | 'refuse',
  refusal: string | null,
): Promise<boolean> {
  const { from, to } = REQUEST_STEPS[step];
  const rows = await tx`
    update withdrawal_requests set state = ${to}, refusal = ${refusal}, due_at = null
    where environment_id = ${environmentId} and id = ${id} and state = any(${[...from]})
    returning id`;
  return rows.length > 0;
}

export interface ConfirmedRequest {
  readonly environment: Environment;
  readonly id: string;
}

/**
 * Leases confirmed requests that nobody has made. Each is rescheduled, so that only one worker
 * takes it, by half the time since it was confirmed, but at least half a minute and at most ten.
 * @param full the modes whose requests have to wait
 */
export async function leaseConfirmed(
  db: Db,
  limit: number,
  full: readonly Mode[],
): Promise<ConfirmedRequest[]> {
  const rows = await db<EnvironmentRow & { id: string }>`
    with due as (
      select environment_id, id from withdrawal_requests o
      where state = 'CONFIRMED' and due_at <= now()
        and (select mode from environments where id = o.environment_id) <> all(${[...full]})
      order by due_at limit ${limit} for update skip locked
    )
    update withdrawal_requests r set due_at = now() + least(
      greatest(interval '30 seconds', (now() - decided_at) / 2), interval '10 minutes')
    from environments e
    where e.id = r.environment_id and (r.environment_id, r.id) in (table due)
    returning r.id, ${ENVIRONMENT_OF_E}`;
  return rows.map((row) => ({ id: row.id, environment: environmentOf(row) }));
}
