import fc from 'fast-check';
import { isObject } from '../../src/platform/json.ts';
import type { Reference } from '../openapi.ts';

/** Stands in a request for an id that is known only when the request is made. */
export function placeholder(kind: 'own' | 'other', prefix: string): fc.Arbitrary<string> {
  return fc.nat({ max: 30 }).map((index) => `{{${kind}:${prefix}:${String(index)}}}`);
}

/** Text that something on its way may trip over. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '🏦🇧🇷',
    'ｔｅｘｔ',
    '１２３４５６７８９０１',
    "'; drop table deposits; --",
    '${7*7}{{7*7}}',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    'null',
    'undefined',
    'NaN',
    '-1',
    '1e309',
    '__proto__',
    'constructor',
    'v1:k1:AAAA',
    '2026-02-30T00:00:00Z',
    '2026-11-21T12:34:56Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:60Z',
    '+010000-01-01T00:00:00Z',
    'http://127.0.0.1:9/hook',
    'http://[::1]:9/',
    'http://127.0.0.1:99999/',
    'http://user:pass@127.0.0.1/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x643',
    'TEX1QEDSLVZN7S4VLU7R4SL2S3N9R4TAXYPZ938X643',
    'ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6',
    'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x644',
    '12345678909',
    '00000000001',
    'maria@example.com',
    '+5511999999999',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 600 }),
  fc.constantFrom(77, 78, 128, 129, 255, 256, 500, 501, 5_000, 60_000).map((n) => 'x'.repeat(n)),
);

/** Numbers as they may be written, some of them beyond what a number can hold. */
const hostileNumber: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '-1',
    '199',
    '200',
    '200.0',
    '200.5',
    '2e2',
    '600000',
    '600001',
    '1e5',
    '1E400',
    '-1e400',
    '9007199254740993',
    '99999999999999999999999999',
    '0.1',
    '1e-7',
    '2147483648',
    '9223372036854775808',
  ),
  fc.integer().map(String),
);

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** A value of any kind, as JSON text. */
const hostileJson: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => JSON.stringify(text)),
  hostileNumber,
  fc.constantFrom(
    'null',
    'true',
    'false',
    '{}',
    '[]',
    '{"a":1}',
    '[null]',
    '"200"',
    deep(20),
    deep(40),
  ),
  fc.json({ maxDepth: 3 }),
);

/** A value, as JSON text, that the schema accepts or nearly accepts. */
export function jsonFor(reference: Reference, schema: unknown): fc.Arbitrary<string> {
  const {
    type,
    enum: words,
    items,
    minimum,
    maximum,
    examples,
    properties,
    maxLength,
  } = reference.resolve(schema);
  const known = Array.isArray(examples) ? examples.map((example) => JSON.stringify(example)) : [];
  const id = /^"([a-z]{3})_[0-9a-z]{26}"$/.exec(known[0] ?? '')?.[1];
  if (id !== undefined) {
    const own = { weight: 6, arbitrary: placeholder('own', id) };
    return fc.oneof(own, placeholder('other', id)).map((text) => `"${text}"`);
  }
  if (Array.isArray(words)) {
    const any = fc.constantFrom(...words.map((word) => JSON.stringify(word)));
    // Words that belong together are in the examples.
    return known.length === 0 ? any : fc.oneof(fc.constantFrom(...known), any);
  }
  if (type === 'boolean') return fc.boolean().map(String);
  if (type === 'integer') {
    const [min, max] = [Number(minimum ?? 0), Number(maximum ?? 1_000)];
    return fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min, max: Math.min(max, 2 ** 31) }).map(String) },
      { weight: 1, arbitrary: fc.constantFrom(min, max, min - 1, max + 1).map(String) },
    );
  }
  if (type === 'array') {
    return fc
      .array(jsonFor(reference, items), { maxLength: 4 })
      .map((values) => `[${values.join(',')}]`);
  }
  if (isObject(properties)) return objectFor(reference, properties);
  const long = fc
    .constantFrom(0, 1, Math.min(Number(maxLength ?? 100), 60_000), Number(maxLength ?? 100) + 1)
    .map((length) => JSON.stringify('ç'.repeat(Math.min(length, 30_000))));
  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => JSON.stringify(value));
  if (known.length === 0) return fc.oneof(text, long);
  return fc.oneof({ weight: 16, arbitrary: fc.constantFrom(...known) }, text, long);
}

/** Members as text, so that one may occur twice; some are missing, hostile or unknown. */
export function objectFor(
  reference: Reference,
  properties: Readonly<Record<string, unknown>>,
): fc.Arbitrary<string> {
  const members = Object.entries(properties).map(([name, schema]) => {
    const member = (value: fc.Arbitrary<string>) => value.map((json) => [`"${name}":${json}`]);
    return fc.oneof(
      { weight: 40, arbitrary: member(jsonFor(reference, schema)) },
      { weight: 1, arbitrary: member(hostileJson) },
      { weight: 1, arbitrary: fc.constant<string[]>([]) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(hostileJson, jsonFor(reference, schema))
          .map((values) => values.map((json) => `"${name}":${json}`)),
      },
    );
  });
  const stray = fc.oneof(
    { weight: 12, arbitrary: fc.constant<string[]>([]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.oneof(hostileText, fc.constantFrom('__proto__', 'id', 'status')), hostileJson)
        .map(([name, json]) => [`${JSON.stringify(name)}:${json}`]),
    },
  );
  return fc.tuple(...members, stray).map((parts) => `{${parts.flat().join(',')}}`);
}
