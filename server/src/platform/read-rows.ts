import pg from 'pg';

/** The structure of a statement's rows: each row is a copy of `empty`, filled in. */
interface Shape {
  readonly columns: readonly string[];
  readonly names: readonly string[];
  readonly empty: Readonly<Record<string, unknown>>;
}

/** Computed once per statement, since that takes longer than filling in a row. */
const shapes = new WeakMap<TemplateStringsArray, Shape>();

/** The rows as objects with camelCase names. */
export function rowsOf<Row extends object>(
  template: TemplateStringsArray,
  { fields, rows }: pg.QueryArrayResult<unknown[]>,
): Row[] {
  const { names, empty } = shapeOf(template, fields);
  return rows.map((values) => {
    const row = { ...empty };
    names.forEach((name, at) => (row[name] = values[at]));
    // The caller's row type restates the columns of its own SQL, next to it.
    return row as Row;
  });
}

function shapeOf(template: TemplateStringsArray, fields: readonly pg.FieldDef[]): Shape {
  const known = shapes.get(template);
  // A template with fragments may have other columns the next time.
  if (known && isShapeOf(known, fields)) return known;
  const columns = fields.map(({ name }) => name);
  const names = columns.map(camelCase);
  const shape = { columns, names, empty: Object.fromEntries(names.map((name) => [name, null])) };
  shapes.set(template, shape);
  return shape;
}

function isShapeOf({ columns }: Shape, fields: readonly pg.FieldDef[]): boolean {
  return columns.length === fields.length && fields.every(({ name }, at) => name === columns[at]);
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** How column types are parsed; those not mentioned are parsed by the library's defaults. */
export function columnTypes(): pg.CustomTypesConfig {
  const { INT8, TIMESTAMPTZ } = pg.types.builtins;
  const readAnyTime: (text: string) => unknown = pg.types.getTypeParser(TIMESTAMPTZ);
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, readSafeInteger);
  types.setTypeParser(TIMESTAMPTZ, (text: string) => readUtc(text) ?? readAnyTime(text));
  return types;
}

/** A bigint beyond 2^53 is refused rather than rounded. */
function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('bigint beyond the safe integers');
  return value;
}

/** The day parsed last, since times that are read together are mostly of one day. */
let lastDay = '';
let lastMidnight = NaN;

/** The usual form, `2026-11-21 20:12:35.123+00`: ISO 8601 except for two characters. */
function readUtc(text: string): Date | undefined {
  if (text[10] !== ' ' || !text.endsWith('+00')) return undefined;
  const day = text.slice(0, 10);
  if (day !== lastDay) {
    lastMidnight = Date.parse(`${day}T00:00:00Z`);
    lastDay = day;
  }
  const seconds = twoDigits(text, 11) * 3_600 + twoDigits(text, 14) * 60 + twoDigits(text, 17);
  let millis = 0;
  // A fraction has as many digits as it needs; anything finer than a millisecond is dropped.
  for (let at = 20, unit = 100; at < text.length - 3 && unit >= 1; at += 1, unit /= 10) {
    millis += (text.charCodeAt(at) - 48) * unit;
  }
  return new Date(lastMidnight + seconds * 1_000 + millis);
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}
