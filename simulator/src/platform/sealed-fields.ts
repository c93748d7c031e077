import type { Vault } from './vault.ts';

/** The fields of a row that are only ever stored sealed. */
export interface SealedFields<Field extends string> {
  readonly table: string;
  readonly fields: readonly Field[];
}

type Texts<Field extends string> = { readonly [Name in Field]?: string | null };

export function sealFields<Field extends string, Row extends Texts<Field>>(
  vault: Vault,
  { table, fields }: SealedFields<Field>,
  row: Row,
): Row {
  return change(row, fields, (field, text) => vault.seal(`${table}.${field}`, text));
}

export function openFields<Field extends string, Row extends Texts<Field>>(
  vault: Vault,
  { table, fields }: SealedFields<Field>,
  row: Row,
): Row {
  return change(row, fields, (field, text) => vault.open(`${table}.${field}`, text));
}

function change<Field extends string, Row extends Texts<Field>>(
  row: Row,
  fields: readonly Field[],
  to: (field: Field, text: string) => string,
): Row {
  const changed = fields.flatMap((field) => {
    const text: unknown = row[field];
    return typeof text === 'string' ? [[field, to(field, text)] as const] : [];
  });
  return { ...row, ...Object.fromEntries(changed) };
}
