import { createHash } from 'node:crypto';
import pg from 'pg';
import { memoize } from './memoize.ts';

/** A part of a statement that may be left out: `${when(status, sql\`and …\`)}`. */
export class Fragment {
  readonly template: TemplateStringsArray;
  readonly values: readonly unknown[];

  constructor(template: TemplateStringsArray, values: readonly unknown[]) {
    this.template = template;
    this.values = values;
  }
}

export function sql(template: TemplateStringsArray, ...values: readonly unknown[]): Fragment {
  return new Fragment(template, values);
}

/** The name of a table or column that is only known at run time. */
export function identifier(name: string): Fragment {
  return plainText(pg.escapeIdentifier(name));
}

/** Literal SQL: never anything that came from outside. */
export function plainText(text: string): Fragment {
  return new Fragment(Object.assign([text], { raw: [text] }), []);
}

/** An optional condition, left out if it is not given: the planner then sees no `or`. */
export function when(given: unknown, condition: Fragment): Fragment {
  return given === undefined || given === null ? sql`` : condition;
}

/** One column with a row per value: the planner knows how many there are, unlike with an array. */
export function relationOf(column: string, values: readonly string[]): Fragment {
  const rows = values
    .map((value) => sql`(${value}::text)`)
    .reduce((some, one) => sql`${some}, ${one}`);
  return sql`(values ${rows}) as ${identifier(column)} (${identifier(column)})`;
}

interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A template without fragments always has the same text. */
const plain = new WeakMap<TemplateStringsArray, Statement>();

/** The text with numbered parameters, and their values in order. */
export function compile(
  template: TemplateStringsArray,
  given: readonly unknown[],
): Statement & { readonly values: unknown[] } {
  const hasFragments = given.some((value) => value instanceof Fragment);
  const known = hasFragments ? undefined : plain.get(template);
  if (known) return { ...known, values: [...given] };
  const values: unknown[] = [];
  const text = textOf(template, given, values);
  const name = nameOf(text);
  if (!hasFragments) plain.set(template, { name, text });
  return { name, text, values };
}

/**
 * Named statements are prepared once per connection. There are few different texts, however often
 * fragments are combined.
 */
const nameOf = memoize((text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22),
);

function textOf(
  template: TemplateStringsArray,
  given: readonly unknown[],
  values: unknown[],
): string {
  return template.reduce((text, part, index) => {
    const value = given[index - 1];
    if (value instanceof Fragment) {
      return `${text}${textOf(value.template, value.values, values)}${part}`;
    }
    return `${text}$${String(values.push(value))}${part}`;
  });
}
