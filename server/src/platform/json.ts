export const MAX_DEPTH = 32;
/** Several times what anybody needs; every value costs in each traversal and in lists of faults. */
export const MAX_VALUES = 1_000;

/** A number with a point or an exponent, or text that looks like one. */
const POINT = /\d[.eE]/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws Error unless the bytes are UTF-8 JSON of an object within the bounds above */
export function readJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const text = utf8.decode(bytes);
  const value: unknown = POINT.test(text) ? JSON.parse(text, unrounded) : JSON.parse(text);
  if (!isObject(value) || !isWithinBounds(value))
    throw new TypeError('not a JSON object within the bounds');
  return value;
}

/** `JSON.parse` may round a fraction to a whole number, which is not the number that was sent. */
function unrounded(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  const isRounded = Number.isInteger(value) && source !== undefined && !isWhole(source);
  return isRounded ? Number.NaN : value;
}

/** Whether a JSON number is a whole number, judged by its text. */
function isWhole(literal: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = `${whole}${fraction}`;
  // Counted by hand: a pattern would backtrack at each of sixty thousand zeros.
  let significant = digits.length;
  while (digits[significant - 1] === '0') significant -= 1;
  const zeros = digits.length - significant;
  return significant === 0 || zeros + Number(exponent) >= fraction.length;
}

/** What the text says, or undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same text for the same content: sorted keys, no white space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(',')}}`;
}

/** Without recursion, since hostile nesting would overflow the stack. */
export function isWithinBounds(value: unknown, maxValues = MAX_VALUES): boolean {
  let level: unknown[] = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (depth === MAX_DEPTH || values > maxValues) return false;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return true;
}
