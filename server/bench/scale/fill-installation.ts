import { connectPatiently, type Tenant } from '../tenants.ts';
import { type Db } from '../../src/platform/db.ts';
import { plainText } from '../../src/platform/sql.ts';
import { dropIndexes } from './drop-indexes.ts';

/** How much one statement writes, so that two at once end at about the same time. */
const PART = 250_000;
/** How long events and deliveries are kept, and the span over which deposits were created. */
const KEPT_DAYS = 180;
const DAYS = 365;

/**
 * An installation after a year: this many deposits over all tenants, half of them belonging to the
 * first, which alone has webhooks; each with its key, call, history and event, the latter and
 * deliveries only as far back as they are kept. Texts that nobody here reads are short.
 */
export async function fillInstallation(
  url: string,
  tenants: readonly Tenant[],
  rows: number,
): Promise<void> {
  const db = connectPatiently(url);
  try {
    await prepare(db, tenants);
    const restore = await dropIndexes(db, TABLES);
    const parts = Array.from({ length: Math.ceil(rows / PART) }, (_, part) => ({
      from: part * PART + 1,
      to: Math.min(rows, (part + 1) * PART),
      rows,
    }));
    await inPairs(parts.map((part) => () => fillMade(db, part)));
    await db`create index on scale.made using brin (n)`;
    await db`analyze scale.made`;
    await inPairs(parts.flatMap((part) => FILLS.map((fill) => () => fill(db, part))));
    await db`drop table scale.made`;
    await inPairs(restore);
    await db`
      update journals j set last_sequence = e.last from (
        select environment_id, max(sequence) as last from events group by environment_id) e
      where e.environment_id = j.environment_id`;
    await db`vacuum analyze`;
    await db`checkpoint`;
  } finally {
    await db.end();
  }
}

const TABLES = ['idempotency_keys', 'deposits', 'transitions', 'events', 'webhook_deliveries'];

async function prepare(db: Db, tenants: readonly Tenant[]): Promise<void> {
  const [first] = tenants;
  await db`create schema scale`;
  await db`create table scale.tenants (number bigint, environment_id text, wallet_id text)`;
  await db`${plainText(ID_AT)}`;
  // What all tables contain about each deposit, computed once.
  await db`
    create unlogged table scale.made (n bigint, environment_id text, wallet_id text,
      is_first boolean, id text, at timestamptz, is_kept boolean)`;
  await db`
    insert into scale.tenants
    select number - 1, environment_id, wallet_id
    from unnest(${tenants.map(({ environmentId }) => environmentId)}::text[],
      ${tenants.map(({ walletId }) => walletId)}::text[])
      with ordinality as tenant (environment_id, wallet_id, number)`;
  await db`
    insert into webhook_endpoints
      (environment_id, id, url, events, secret, created_at, updated_at)
    values (${first?.environmentId}, ${ENDPOINT}, 'https://shop.example/', '{deposit.confirmed}',
      'v1:any', now(), now())`;
}

export const ENDPOINT = `whe_${'0'.repeat(26)}`;

/** An id as if made at that time: ten characters of milliseconds, then random ones. */
const ID_AT = `
  create function scale.id_at(ms bigint, n bigint) returns text
  language sql immutable parallel safe
  return 'dep_' || ${Array.from({ length: 10 }, (_, place) => digitAt(45 - 5 * place)).join(' || ')}
    || substr(md5(n::text), 1, 16)`;

function digitAt(bit: number): string {
  return `substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> ${String(bit)}) & 31)::integer + 1, 1)`;
}

interface Part {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

const fillMade = (db: Db, { from, to, rows }: Part): Promise<unknown> => db`
  insert into scale.made
  select n, t.environment_id, t.wallet_id, number = 0,
    scale.id_at(floor(extract(epoch from at) * 1000)::bigint, n), at,
    at > now() - ${KEPT_DAYS} * interval '1 day'
  from generate_series(${from}::bigint, ${to}::bigint) as n
  cross join lateral (
    select case when n % 2 = 0 then 0 else n % (select count(*) from scale.tenants) end
  ) as whose (number)
  join scale.tenants t using (number)
  cross join lateral (
    select now() - (${rows} - n + 60) * (${DAYS} * interval '1 day' / ${rows})
  ) as moment (at)
  -- As time went by: a join hands them over by tenant, and no table of a gateway lies so.
  order by n`;

const FILLS: readonly ((db: Db, part: Part) => Promise<unknown>)[] = [
  (db, { from, to }) => db`
    insert into deposits (environment_id, id, status, wallet_id, liquid_address, tax_id,
      amount_cents, fee_cents, total_cents, net_cents, settled_cents, split_cents,
      split_basis_points, provider_fee_cents, pass_fees_to_payer, external_id, provider_ref,
      pix_qr_code, blockchain_tx_id, failure_reason, created_at, expires_at, updated_at,
      confirmed_at, failed_at, look_at)
    select environment_id, id, status, wallet_id, repeat('a', 42), 'v1:k1:' || repeat('0', 56),
      5000, 199, 5199, 5000, 5000, 100, 192, 99, true, case when n % 3 = 0 then 'order ' || n end,
      md5('charge' || n), repeat('0', 160),
      case when status = 'CONFIRMED' then md5('a' || n) || md5('b' || n) end,
      case when status = 'FAILED' then 'expired' end, at, at + interval '20 minutes', at,
      case when status = 'CONFIRMED' then at end, case when status = 'FAILED' then at end, null
    from scale.made cross join lateral (
      select case when n % 10 < 7 then 'CONFIRMED' else 'FAILED' end) as kind (status)
    where n between ${from} and ${to}`,
  (db, { from, to }) => db`
    insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
      nonce, response_status, response)
    select environment_id, overlay(md5('key' || n) placing '-' from 9 for 0), '\\x00', 'deposit', id,
      'done', md5('nonce' || n)::uuid, 201, 'v1:k1:' || repeat('0', 200)
    from scale.made
    where n between ${from} and ${to}`,
  (db, { from, to }) => db`
    insert into transitions (environment_id, resource_id, from_status, to_status, cause, at)
    select environment_id, id, 'PENDING', case when n % 10 < 7 then 'CONFIRMED' else 'FAILED' end,
      'provider_webhook', at
    from scale.made
    where n between ${from} and ${to}`,
  (db, { from, to }) => db`
    insert into events
      (environment_id, id, sequence, kind, resource_id, body, created_at)
    select environment_id, 'evt' || substr(id, 4), n,
      case when n % 10 < 7 then 'deposit.confirmed' else 'deposit.failed' end, id, ${BODY}, at
    from scale.made where n between ${from} and ${to} and is_kept`,
  (db, { from, to }) => db`
    insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event, resource_id,
      body, status, next_attempt_at, attempts, created_at)
    select environment_id, 'whd' || substr(id, 4), ${ENDPOINT}, 'evt' || substr(id, 4),
      'deposit.confirmed', id, ${BODY}, 'succeeded', null, 1, at
    from scale.made
    where n between ${from} and ${to} and is_kept and is_first and n % 10 < 7`,
];

const BODY = JSON.stringify({ event: 'deposit.confirmed', data: { note: '0'.repeat(300) } });

/** Two at once, in order: as many as there are processors here. */
async function inPairs(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const left = works.values();
  const one = async (): Promise<void> => {
    for (const work of left) await work();
  };
  await Promise.all([one(), one()]);
}
