import assert from 'node:assert/strict';

/** Forms that the fields of a response have. */

const SUFFIX = '_[0-7][0-9a-hjkmnp-tv-z]{25}$';
export const id = (kind: string): RegExp => new RegExp(`^${kind}${SUFFIX}`);
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const TX = /^[0-9a-f]{64}$/;

/**
 * A field's form: a pattern for its text, a type's name, exactly this value, or anything, if it is
 * checked elsewhere.
 */
type Form = RegExp | 'integer' | 'text' | 'any' | { readonly is: unknown };
export type Forms = Readonly<Record<string, Form>>;

export const NULL = { is: null };

/** All these fields and no others, each in its form. */
export function assertShape(value: unknown, forms: Forms): void {
  assert.ok(typeof value === 'object' && value !== null);
  const row = Object.fromEntries(Object.entries(value));
  assert.deepEqual(Object.keys(row).sort(), Object.keys(forms).sort());
  for (const [name, form] of Object.entries(forms)) assertForm(row[name], form, name);
}

function assertForm(value: unknown, form: Form, name: string): void {
  if (form instanceof RegExp) {
    assert.equal(typeof value, 'string', name);
    assert.match(String(value), form, name);
  } else if (form === 'integer') assert.ok(Number.isSafeInteger(value), name);
  else if (form === 'text') assert.equal(typeof value, 'string', name);
  else if (form !== 'any') assert.deepEqual(value, form.is, name);
}
