import type pg from 'pg';
import type { Vault } from './vault.ts';

/** Seals the rows that an older release wrote in the clear, within the migration's transaction. */

interface Column {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** What the value is bound to as associated data, or what its digest is keyed by. */
  readonly place: string;
  readonly into?: string;
}

const sealed = (table: string, key: string, column: string, place: string): Column => ({
  table,
  key,
  column,
  place,
});

/** Digests come first: they are computed from what is still in the clear. */
const DIGESTS: readonly Column[] = [
  { ...sealed('charges', 'seq', 'payer_euid', 'charges.payerIndex'), into: 'payer_index' },
  { ...sealed('withdrawals', 'seq', 'pix_key', 'withdrawals.pixKeyIndex'), into: 'pix_key_index' },
  { ...sealed('blocked_payers', 'payer_index', 'payer_index', 'charges.payerIndex') },
];

const SEALED: readonly Column[] = [
  sealed('charges', 'seq', 'informed_tax_number', 'charges.informedTaxNumber'),
  sealed('charges', 'seq', 'informed_name', 'charges.informedName'),
  sealed('charges', 'seq', 'informed_euid', 'charges.informedEuid'),
  sealed('charges', 'seq', 'payer_tax_number', 'charges.payerTaxNumber'),
  sealed('charges', 'seq', 'payer_euid', 'charges.payerEuid'),
  sealed('charges', 'seq', 'payer_name', 'charges.payerName'),
  sealed('withdrawals', 'seq', 'pix_key', 'withdrawals.pixKey'),
  sealed('withdrawals', 'seq', 'tax_number', 'withdrawals.taxNumber'),
  sealed('withdrawals', 'seq', 'euid', 'withdrawals.euid'),
  sealed('notices', 'seq', 'body', 'notices.body'),
  sealed('partners', 'name', 'webhook_secret', 'partners.webhookSecret'),
  sealed('faults', 'seq', 'fault', 'faults.fault'),
];

export async function sealBooks(client: pg.Client, vault: Vault): Promise<void> {
  for (const column of DIGESTS) {
    await rewrite(client, column, (text) => vault.digest(column.place, text));
  }
  for (const column of SEALED) {
    await rewrite(client, column, (text) => vault.seal(column.place, text));
  }
}

const BATCH = 1_000;

async function rewrite(
  client: pg.Client,
  { table, key, column, into = column }: Column,
  change: (text: string) => string,
): Promise<void> {
  const { rows } = await client.query<{ key: string; text: string }>(
    `select ${key}::text as key, ${column} as text from sandbox.${table} where ${column} is not null`,
  );
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    await client.query(
      `update sandbox.${table} t set ${into} = new.text
       from unnest($1::text[], $2::text[]) as new (key, text) where t.${key}::text = new.key`,
      [batch.map((row) => row.key), batch.map((row) => change(row.text))],
    );
  }
}
