import { type Fragment, plainText } from './sql.ts';

type Type = 'text' | 'bigint' | 'integer' | 'boolean' | 'timestamptz';

/** The columns of a table, with their types. */
export type Columns<Name extends string = string> = Readonly<Record<Name, Type>>;

/** As a record definition: `wallet_id text, amount_cents bigint`. */
export function declared(columns: Columns): Fragment {
  return plainText(
    Object.entries(columns)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );
}

/** As a column list: `wallet_id, amount_cents`. */
export function named(columns: Columns): Fragment {
  return plainText(Object.keys(columns).join(', '));
}
