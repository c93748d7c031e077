/** The fields of one level in order: two-digit ids and their values. */
export type Fields = ReadonlyMap<string, string>;

const TWO_DIGITS = /^[0-9]{2}$/;

/** Parses a sequence of two-digit id, two-digit length, value; undefined unless it is exact. */
export function readFields(text: string): Fields | undefined {
  return split(text) ?? splitBytes(text);
}

function split(text: string): Fields | undefined {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const id = text.slice(at, at + 2);
    const length = text.slice(at + 2, at + 4);
    if (!TWO_DIGITS.test(id) || !TWO_DIGITS.test(length)) return undefined;
    const start = at + 4;
    at = start + Number(length);
    // A repeated id would be ambiguous, so the whole text is refused.
    if (at === start || at > text.length || fields.has(id)) return undefined;
    fields.set(id, text.slice(start, at));
  }
  return fields;
}

/**
 * The standard counts characters, but some generators count the bytes of an accented name; only one
 * of them adds up.
 */
function splitBytes(text: string): Fields | undefined {
  const fields = split(Buffer.from(text, 'utf8').toString('latin1'));
  if (!fields) return undefined;
  const decode = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8');
  return new Map([...fields].map(([id, value]) => [id, decode(value)]));
}
