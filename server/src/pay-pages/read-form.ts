import { randomBytes } from 'node:crypto';
import type { Mode } from '../accounts/environment.ts';
import type { PayerOrder } from '../checkouts/open-checkout.ts';
import { type Cents, cents, MAX_AMOUNT, MIN_AMOUNT } from '../money.ts';
import { isOrderTaxId, type TaxIdRules } from '../pix/tax-id.ts';
import type { Language } from '../refusals.ts';
import { typedMoney } from './html/format.ts';
import type { FormFault, FormView } from './html/view.ts';

/** The payer's input, shown again if something is wrong with it. */
export type Typed = Pick<FormView, 'attempt' | 'amount' | 'document' | 'documentKind'>;

interface ReadForm {
  readonly typed: Typed;
  /** Undefined if something is wrong. */
  readonly order: PayerOrder | undefined;
  readonly faults: readonly FormFault[];
}

interface FormRules {
  readonly language: Language;
  readonly mode: Mode;
  /** The link's amount; null if the payer chooses it. */
  readonly amountCents: Cents | null;
  readonly taxIds: Pick<TaxIdRules, 'alphanumericCnpj'>;
}

const MAX_TYPED = 64;
const ATTEMPT = /^[A-Za-z0-9_-]{8,64}$/;

/** Reads a submitted form. If the link has an amount, one that is submitted is ignored. */
export function readForm(fields: URLSearchParams, rules: FormRules): ReadForm {
  const amount = typedIn(fields, 'amount');
  const document = typedIn(fields, 'document');
  const read = readDocument(document, typedIn(fields, 'kind') === 'cnpj' ? 'cnpj' : 'cpf', rules);
  const amountOrFault = rules.amountCents ?? readAmount(amount, rules.language);
  const faults: FormFault[] = [];
  if (typeof amountOrFault === 'string') faults.push({ field: 'amount', kind: amountOrFault });
  if (read.fault !== undefined) faults.push({ field: 'document', kind: read.fault });
  return {
    typed: {
      attempt: readAttempt(fields.get('attempt')),
      amount,
      document,
      documentKind: read.kind,
    },
    order:
      typeof amountOrFault === 'string' || read.fault !== undefined
        ? undefined
        : { amountCents: amountOrFault, taxId: read.taxId },
    faults,
  };
}

/** The first value of a field. */
function typedIn(fields: URLSearchParams, name: string): string {
  return cleanTyped(fields.get(name) ?? '');
}

/** Removes what no page can show, and cuts the text: nobody types more than a line. */
export function cleanTyped(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_TYPED);
}

/** The form's own id for this attempt; a new one if the submitted one is not valid. */
export function readAttempt(text: string | null): string {
  return text !== null && ATTEMPT.test(text) ? text : newAttempt();
}

export function newAttempt(): string {
  return randomBytes(16).toString('base64url');
}

type AmountFault = Extract<FormFault, { field: 'amount' }>['kind'];

/** Amounts with more digits are out of range anyway. */
const MAX_DIGITS = 9;

/**
 * Parses an amount as people write it: `50`, `50,5`, `R$ 1.234,56`, `1,234.56`. If a single
 * separator before three digits could mean a thousand or a thousandth, the language decides; what
 * is not a number in that language is not guessed.
 */
export function readAmount(text: string, language: Language): Cents | AmountFault {
  const bare = text
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .trim()
    .replace(/^r\$\s*/i, '')
    .replace(/(?<!\s)\s*(?:reais|real)$/i, '');
  if (bare === '') return 'missing';
  const number = wholeAndCents(bare, language);
  if (!number) return 'unreadable';
  const whole = number.whole.replace(/^0+(?=\d)/, '');
  if (whole.length > MAX_DIGITS) return 'range';
  const sum = cents(Number(whole) * 100 + Number(number.fraction.padEnd(2, '0')));
  return sum < MIN_AMOUNT || sum > MAX_AMOUNT ? 'range' : sum;
}

/** Converts an amount to the other language's notation; invalid input stays as it was typed. */
export function rewriteAmount(text: string, from: Language, to: Language): string {
  const amount = from === to ? 'missing' : readAmount(text, from);
  return typeof amount === 'string' ? text : typedMoney(amount, to);
}

function wholeAndCents(
  text: string,
  language: Language,
): { whole: string; fraction: string } | undefined {
  const [, head = '', fraction = ''] = /^(.*?)(?:[.,](\d{0,2}))?$/.exec(text) ?? [];
  // The decimal separator, if there is one, cannot separate thousands, too.
  const decimal = text.charAt(head.length);
  if (/^\d*$/.test(head)) return head + fraction === '' ? undefined : { whole: head, fraction };
  const [grouping] = /[., ]/.exec(head) ?? [];
  if (grouping === undefined || grouping === decimal) return undefined;
  const groups = head.split(grouping);
  const isGrouped = /^[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every(isThousand);
  // A single separator means what it does in the language.
  const isPlain = decimal !== '' || groups.length > 2 || grouping === ' ';
  const isUsual = grouping === (language === 'pt' ? '.' : ',');
  return isGrouped && (isPlain || isUsual) ? { whole: groups.join(''), fraction } : undefined;
}

function isThousand(group: string): boolean {
  return /^\d{3}$/.test(group);
}

type DocumentFault = Extract<FormFault, { field: 'document' }>['kind'];

type ReadDocument = { readonly kind: FormView['documentKind'] } & (
  { readonly taxId: string; readonly fault?: undefined } | { readonly fault: DocumentFault }
);

/** What phones and documents put between digits, visible or not. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const PUNCTUATION = /[\s./\-\u2010-\u2015\u2212]/g;

/**
 * Parses a CPF or a CNPJ as people write it. The length decides which it is, whatever was chosen;
 * if it fits neither, it is judged as the one that was chosen.
 */
export function readDocument(
  text: string,
  chosen: FormView['documentKind'],
  { mode, taxIds }: Pick<FormRules, 'mode' | 'taxIds'>,
): ReadDocument {
  const bare = text
    .normalize('NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(PUNCTUATION, '')
    .toUpperCase();
  if (bare === '') return { kind: chosen, fault: 'missing' };
  const kind = kindOf(bare, chosen);
  const rules = { ...taxIds, checkDigits: true };
  const fits = bare.length === (kind === 'cpf' ? 11 : 14) && isOrderTaxId(bare, mode, rules);
  return fits ? { kind, taxId: bare } : { kind, fault: faultOf(bare, kind, taxIds) };
}

function kindOf(bare: string, chosen: FormView['documentKind']): FormView['documentKind'] {
  if (/^\d{11}$/.test(bare)) return 'cpf';
  return /^[0-9A-Z]{14}$/.test(bare) ? 'cnpj' : chosen;
}

function faultOf(
  bare: string,
  kind: FormView['documentKind'],
  { alphanumericCnpj }: FormRules['taxIds'],
): DocumentFault {
  if (kind === 'cpf') return /^\d{1,10}$/.test(bare) ? 'cpf_short' : 'cpf_digits';
  if (!/^[0-9A-Z]+$/.test(bare) || bare.length > 14) return 'cnpj_digits';
  if (/[A-Z]/.test(bare) && !alphanumericCnpj) return 'cnpj_letters';
  return bare.length < 14 ? 'cnpj_short' : 'cnpj_digits';
}
