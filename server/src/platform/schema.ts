import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox';
import { ID_SUFFIX, type IdPrefix } from '../ids.ts';

/** Building blocks that the routes' schemas share. */

const TIME = '2026-11-21T12:34:56.789Z';
const AT = { format: 'date-time', minLength: 20, maxLength: 40 };

export const Timestamp = TimestampOf('RFC 3339, in UTC.');
export const NoContent = Type.Null();
export const Png = Type.Unsafe<Buffer>({
  type: 'string',
  contentMediaType: 'image/png',
  maxLength: 65_536,
  description: 'A PNG picture.',
});

/** The time at which something happened. */
export function TimestampOf(description: string, example = TIME) {
  return Type.String({ ...AT, description, examples: [example] });
}

/**
 * Uses a list of types, not a union of schemas: the serializer would test each member of a union,
 * and refuse a value that matches none exactly.
 */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest } = partsOf(schema);
  return Type.Unsafe<Static<Schema> | null>({
    ...rest,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as readonly unknown[]), null] }),
  });
}

/** The same for values that are null in most cases, and therefore in generated examples. */
export function MostlyNull<Schema extends TSchema>(schema: Schema) {
  const { examples = [], ...rest } = partsOf(Nullable(schema));
  const others = Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  return Type.Unsafe<Static<Schema> | null>({ ...rest, examples: [null, ...others] });
}

const SURROGATES = '\\ud800-\\udfff';
const PAIR = '[\\ud800-\\udbff][\\udc00-\\udfff]';

/**
 * A pattern for text without these characters and without lone surrogates, which cannot be stored.
 * It means the same to engines with and without Unicode support.
 * @param barred as written inside a character class
 */
export function textExcluding(barred: string): string {
  return `^(?:[^${barred}${SURROGATES}]|${PAIR})*$`;
}

const LINE_SEPARATOR = '\\u2028';
const BEFORE_IT = '\\u2027';

/**
 * The same pattern for other engines, in which strings have no lone surrogates and patterns with
 * them are errors; and for generators of clients that write escapes as characters, since a line
 * separator ends a regular expression in JavaScript. The range then begins with the character
 * before it, which is allowed beside the class.
 */
export function portablePattern(pattern: string): string {
  const plain = pattern.replace(SURROGATES, '');
  return plain.includes(LINE_SEPARATOR)
    ? plain.replace(LINE_SEPARATOR, BEFORE_IT).replace(PAIR, BEFORE_IT)
    : plain.replace(`|${PAIR}`, '');
}

/**
 * Invisible, or changes text direction. Emoji and some scripts need the joiners U+200C and U+200D.
 */
const UNSEEN = '\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufffe\\uffff';

/** One line of visible text. */
export const PRINTABLE = textExcluding(`\\u0000-\\u001f\\u007f-\\u009f${UNSEEN}`);

/** The same, with line breaks. */
export const LINES = textExcluding(
  `\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f${UNSEEN}`,
);

/** Patterns for which refusals describe the format: see field-faults.ts. */
export const DURATION_PATTERN = '^P[0-9WDTHMS]+$';
export const SEQUENCE_PATTERN = '^[0-9]{1,15}$';
export const KEY_PATTERN = '^[0-9a-fA-F]{64}$';
export const ID_PATTERN = '^[!-~]{1,64}$';

/** Printable text: control characters are never intended, and some cannot be stored. */
export function Printable(minLength: number, maxLength: number, options: TSchemaOptions = {}) {
  return Type.String({ minLength, maxLength, pattern: PRINTABLE, ...options });
}

/** One of these words. */
export function OneOf<Word extends string>(words: readonly Word[], options: TSchemaOptions = {}) {
  return Type.Enum([...words], { type: 'string', examples: [words[0]], ...options });
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const INT_64 = { format: 'int64', minimum: -MAX_SAFE, maximum: MAX_SAFE };

/** A number of things. */
export function CountOf(description: string, example = 3) {
  return Type.Integer({ ...INT_64, minimum: 0, description, examples: [example] });
}

/** A number that fits into 31 bits, for clients without larger integers. */
export function Int32Of(description: string, example: number) {
  const bounds = { format: 'int32', minimum: 0, maximum: 2 ** 31 - 1 };
  return Type.Integer({ ...bounds, description, examples: [example] });
}

/** Money, in whole cents. */
export function CentsOf(description: string, example: number, options: TSchemaOptions = {}) {
  return Type.Integer({ ...INT_64, minimum: 0, description, examples: [example], ...options });
}

/** An id in an answer, of this kind or one of the others. */
export function IdOf(prefix: IdPrefix, description: string, ...others: readonly IdPrefix[]) {
  const kinds = others.length === 0 ? prefix : `(${[prefix, ...others].join('|')})`;
  const pattern = `^${kinds}_${ID_SUFFIX}$`;
  return Type.String({ pattern, maxLength: 30, description, examples: [exampleId(prefix)] });
}

/** An id in a path. Anything that is not an id is unknown, which the route itself reports. */
export function IdParams(prefix: IdPrefix, description: string) {
  const id = Type.String({ maxLength: 128, description, examples: [exampleId(prefix)] });
  return Type.Object({ id });
}

const ID_FILTER = { pattern: ID_PATTERN, maxLength: 64 };

/** An id to filter by. Anything that is not an id matches nothing, like an id of somebody else. */
export const IdFilter = Type.Optional(Type.String(ID_FILTER));

/** The same, with a description. */
export function IdFilterOf(prefix: IdPrefix, description: string) {
  return Type.Optional(Type.String({ ...ID_FILTER, description, examples: [exampleId(prefix)] }));
}

function exampleId(prefix: IdPrefix): string {
  return `${prefix}_01kah3v5wze8br4hmsf2e8r0tv`;
}

const CURSOR = {
  maxLength: 200,
  examples: ['MTc5NTI2NDQ5NjAwMCB3YWxfMDFrYWgzdjV3emU4YnI0aG1zZjJlOHIwdHY'],
};

export const LIMIT_PATTERN = '^([1-9][0-9]?|100)$';

/** Query parameters arrive as text; `readPage` parses these. */
export const PageQuery = {
  limit: Type.Optional(
    Type.String({
      pattern: LIMIT_PATTERN,
      description: 'How many rows a page has at most.',
      examples: ['20'],
    }),
  ),
  cursor: Type.Optional(
    Type.String({ ...CURSOR, description: 'The `nextCursor` of the page before, as it came.' }),
  ),
};

export const NextCursor = Nullable(
  Type.String({ ...CURSOR, description: 'Where the next page begins; null on the last one.' }),
);

export function ListOf<Schema extends TSchema>(item: Schema) {
  const { title } = partsOf(item);
  return Type.Object(
    {
      data: Type.Array(item, { maxItems: 100, description: 'Newest first.' }),
      nextCursor: NextCursor,
    },
    typeof title === 'string' ? { title: `${title}List` } : {},
  );
}

/** The merchant's own name for an order, in either direction. */
export const ExternalId = Printable(1, 128, {
  description: 'Your own name for the order, returned wherever the order is.',
  examples: ['order-4711'],
});

export const BlockchainTxId = Type.String({
  maxLength: 128,
  description: 'The transaction on the chain, once it is known.',
  examples: ['3f1c0d4bd6f4a5a5f1b5a9e1a9d0b3c1f4d2e7a6c9b8d7e6f5a4b3c2d1e0f9a8'],
});

function partsOf(schema: TSchema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema));
}
