import type { Db } from '../src/platform/db.ts';

/** `PONTE_TEST_ROWS=1000000` for the whole million, of each kind, which takes two minutes. */
export const ROWS = Number(process.env.PONTE_TEST_ROWS ?? 80_000);

/** One tenant's rows, and what they belong to. */
export interface Crowd {
  readonly environmentId: string;
  /** The wallet of most deposits. */
  readonly busyWallet: string;
  /** The wallet of a few of the oldest. */
  readonly quietWallet: string;
  readonly busyLink: string;
  readonly quietLink: string;
  /** The merchant's name for every tenth deposit and withdrawal. */
  readonly busyName: string;
  /** The name of one deposit and one withdrawal among the oldest. */
  readonly quietName: string;
}

/** Ids that ascend like real ones: `wal_0…0000a`. */
export function idOf(prefix: string, number: number): string {
  return `${prefix}_${number.toString(16).padStart(26, '0')}`;
}

export const START = new Date('2026-01-01T00:00:00Z');

/**
 * This many deposits and withdrawals, half as many wallets, links and reversals, three per
 * millisecond. What is rare is among the oldest, where it is found last.
 */
export async function addCrowd(db: Db, environmentId: string, rows: number): Promise<Crowd> {
  const crowd: Crowd = {
    environmentId,
    busyWallet: idOf('wal', 1),
    quietWallet: idOf('wal', 2),
    busyLink: idOf('lnk', 1),
    quietLink: idOf('lnk', 2),
    busyName: 'monthly fee',
    quietName: 'order 7',
  };
  const restore = await dropIndexes(db, TABLES);
  await addDeposits(db, crowd, rows);
  await addWithdrawals(db, crowd, rows);
  await addOthers(db, environmentId, Math.ceil(rows / 2));
  await restore();
  for (const table of TABLES) await run(db, `vacuum analyze ${table}`);
  return crowd;
}

const TABLES = ['deposits', 'withdrawals', 'reversals', 'wallets', 'payment_links'];

/** Built once at the end they take a fraction of the time. */
async function dropIndexes(db: Db, tables: readonly string[]): Promise<() => Promise<void>> {
  const indexes = await db<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = any(${tables}) and indexname not like '%_pkey'`;
  for (const { name } of indexes) await run(db, `drop index ${name}`);
  return async () => {
    for (const { definition } of indexes) await run(db, definition);
  };
}

/** The tag accepts any template, even one that is not in any source file. */
async function run(db: Db, text: string): Promise<void> {
  await db(Object.assign([text], { raw: [text] }));
}

async function addDeposits(db: Db, crowd: Crowd, rows: number): Promise<void> {
  await db`
    insert into deposits (environment_id, id, status, wallet_id, liquid_address, tax_id,
      amount_cents, fee_cents, total_cents, net_cents, settled_cents, split_cents,
      split_basis_points, provider_fee_cents, pass_fees_to_payer, external_id, payment_link_id,
      provider_ref, pix_qr_code, failure_reason, created_at, expires_at, updated_at, confirmed_at,
      failed_at, refunded_at, look_at)
    select ${crowd.environmentId}, 'dep_' || lpad(to_hex(n), 26, '0'), status,
      case when n < 6 then ${crowd.quietWallet} else ${crowd.busyWallet} end, 'any', 'v1:any',
      5000, 199, 5199, 5000, 5000, 100, 192, 99, true,
      case when n = 7 then ${crowd.quietName} when n % 10 = 0 then ${crowd.busyName}
        when n % 10 = 1 then 'order ' || n end,
      case when n < 7 then ${crowd.quietLink} when n % 3 = 0 then ${crowd.busyLink} end,
      ${crowd.environmentId} || n, 'any', case when status = 'FAILED' then 'expired' end, at, at, at,
      at, at, at, null
    from generate_series(1, ${rows}::integer) as n
    cross join lateral (select ${START}::timestamptz + (n / 3) * interval '1 ms') as made (at)
    cross join lateral (select case when n < 9 then 'REFUNDED' when n % 1000 = 0 then 'PENDING'
      when n % 3 = 0 then 'FAILED' else 'CONFIRMED' end) as kind (status)`;
}

async function addWithdrawals(db: Db, crowd: Crowd, rows: number): Promise<void> {
  await db`
    insert into withdrawals (environment_id, id, status, tax_id, pix_key, pix_key_type,
      amount_cents, fee_cents, deposit_address, deposit_amount_cents, external_id, provider_ref,
      failure_reason, created_at, expires_at, updated_at, processing_at, completed_at, failed_at,
      expired_at, look_at)
    select ${crowd.environmentId}, 'wdr_' || lpad(to_hex(n), 26, '0'), status, 'v1:any', 'v1:any',
      'EVP', 5000, 0, ${crowd.environmentId} || n, 5100,
      case when n = 7 then ${crowd.quietName} when n % 10 = 0 then ${crowd.busyName} end,
      ${crowd.environmentId} || n, case when status = 'FAILED' then 'canceled' end, at, at, at,
      at, at, at, at, null
    from generate_series(1, ${rows}::integer) as n
    cross join lateral (select ${START}::timestamptz + (n / 3) * interval '1 ms') as made (at)
    cross join lateral (select case when n < 9 then 'EXPIRED' else 'COMPLETED' end) as kind (status)`;
}

async function addOthers(db: Db, environmentId: string, rows: number): Promise<void> {
  await db`
    insert into wallets (environment_id, id, liquid_address, network, confidential, label,
      is_default, created_at, deleted_at)
    select ${environmentId}, 'wal_' || lpad(to_hex(n), 26, '0'), 'address ' || n, 'testnet', true,
      '', n = 1, at, case when n % 3 = 0 then at end
    from generate_series(1, ${rows}::integer) as n
    cross join lateral (select ${START}::timestamptz + (n / 3) * interval '1 ms') as made (at)`;
  await db`
    insert into payment_links (environment_id, id, slug, title, description, amount_cents,
      created_at, updated_at, deleted_at)
    select ${environmentId}, 'lnk_' || lpad(to_hex(n), 26, '0'), translate(md5(${environmentId} || n), '01', 'gh'),
      'any', '', 5000, at, at, case when n % 3 = 0 then at end
    from generate_series(1, ${rows}::integer) as n
    cross join lateral (select ${START}::timestamptz + (n / 3) * interval '1 ms') as made (at)`;
  await db`
    insert into reversals (environment_id, id, deposit_id, kind, provider_ref, divergent,
      amount_cents, informed_tax_id, deadline, created_at)
    select ${environmentId}, 'med_' || lpad(to_hex(n), 26, '0'), 'dep_' || lpad(to_hex(n), 26, '0'),
      case when n < 9 then 'estorno' else 'med' end, 'any', false, 5000, 'v1:any', at, at
    from generate_series(1, ${rows}::integer) as n
    cross join lateral (select ${START}::timestamptz + (n / 3) * interval '1 ms') as made (at)`;
}
