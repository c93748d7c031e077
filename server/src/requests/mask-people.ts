import { maskAnyTaxId, mayBeTaxId } from '../pix/tax-id.ts';
import { isObject } from '../platform/json.ts';

/** The merchant's free texts, in which personal data is masked. */
const FREE = new Set(['externalId', 'label', 'title', 'description']);
/** Fields with words, ids, times and addresses of ours; anything else in them is not shown. */
const TYPED = new Set(
  `walletId paymentLinkId depositId withdrawalId endpointId resourceId pixKeyType liquidAddress
  slug event events status tipo mode since from to after limit cursor outcome kind scenario
  keyId createdFrom createdTo`.split(/\s+/),
);
const MAX_WORD_LENGTH = 200;
const WORD = /^[\w.:,-]+$/;
const TAX_IDS = new Set(['taxId', 'payerTaxId']);
/** Ids and addresses: sequences of digits within them are not tax ids. */
const NAMES =
  /(?<![0-9A-Za-z])(?:[a-z]{3}_[0-7][0-9a-z]{25}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24,}|(?:lq|tlq|el|ex|tex|ert)1[02-9ac-hj-np-z]{38,})(?![0-9A-Za-z])/;
/** A number without adjacent digits or, if it contains letters, adjacent letters. */
const TAX_ID =
  /(?<!\d)(?:\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}|\d{2}[. ]?\d{3}[. ]?\d{3}[/ ]?\d{4}[- ]?\d{2})(?!\d)|(?<![0-9A-Za-z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}(?![0-9A-Za-z])/;
const NAME_OR_TAX_ID = new RegExp(`(${NAMES.source})|${TAX_ID.source}`, 'g');
/** With bounded repetition, so that no text makes it backtrack for long. */
const REACHED_AT =
  /[^\s@]{1,64}@[^\s@]{1,190}|\+\d[\d ()-]{8,20}|\(\d{2}\) ?9?\d{4}[- ]?\d{4}(?!\d)|(?<!\d)\d{2} 9?\d{4}-\d{4}(?!\d)/g;
const MAX_TEXT_LENGTH = 1_000;

const MAX_CHARACTERS = 8_192;

/** A body as JSON without personal data; a long one is cut. */
export function maskBody(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  const text = JSON.stringify(masked(body, '', { left: MAX_CHARACTERS }));
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}…`.toWellFormed();
}

/** A query string, without its question mark, in the same way. */
export function maskQuery(url: string): string | null {
  const at = url.indexOf('?');
  if (at === -1 || at === url.length - 1) return null;
  const query = new URLSearchParams(url.slice(at + 1, at + 1 + MAX_CHARACTERS));
  const pairs = [...query].map(([name, value]) => [nameOf(name), maskText(value, name)]);
  return new URLSearchParams(pairs).toString().slice(0, MAX_CHARACTERS);
}

/** A key of the merchant's choice, which may be a customer's document, e-mail or telephone. */
export function maskKey(key: string | null): string | null {
  return key === null ? null : maskText(key, 'externalId');
}

/** The remaining space: what would be cut off is not processed. */
interface Room {
  left: number;
}

function masked(value: unknown, name: string, room: Room): unknown {
  if (typeof value === 'string') {
    const text = maskText(value, name);
    room.left -= text.length;
    return text;
  }
  if (typeof value === 'number') {
    room.left -= 1;
    return TAX_IDS.has(name) || mayBeTaxId(value) ? '***' : value;
  }
  if (Array.isArray(value)) {
    return within<unknown>(room, value)
      .map((one) => masked(one, name, room))
      .toArray();
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    within(room, Object.entries(value)).map(([key, one]) => [nameOf(key), masked(one, key, room)]),
  );
}

/** Iterates until there is no space left. */
function within<Value>(room: Room, values: readonly Value[]): IteratorObject<Value> {
  return values.values().filter(() => room.left > 0);
}

function maskText(text: string, name: string): string {
  if (TAX_IDS.has(name)) return maskAnyTaxId(text);
  // Not parsed as a URL, which takes time quadratic in the length of its host.
  if (name === 'url') return `${/^https?:\/\//i.exec(text)?.[0] ?? ''}***`;
  const mayShow = FREE.has(name) || (TYPED.has(name) && text.length <= MAX_WORD_LENGTH);
  if (!mayShow) return '***';
  const left = text
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll(REACHED_AT, '***')
    .replaceAll(NAME_OR_TAX_ID, (found, name?: string) => name ?? maskAnyTaxId(found));
  return FREE.has(name) || WORD.test(left) ? left : '***';
}

/** A field name that a program may use; anything else may name a person. */
function nameOf(name: string): string {
  return /^[A-Za-z_]{1,40}$/.test(name) ? name : '***';
}
