import { type Language, LOCALES } from './refusals.ts';

/** Whole BRL cents. Always a safe integer: no floats, no reais, no implicit currency. */
export type Cents = number & { readonly unit: 'BRL cents' };

export const MIN_AMOUNT = cents(200);
export const MAX_AMOUNT = cents(600_000);

/** The only way to make `Cents`; throws on anything that is not a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new TypeError('cents must be a safe integer');
  // Checked on the line above.
  return value as Cents;
}

/** A share of `amount` in basis points (100 = 1 %). Half a cent rounds up: docs/decisions/0004. */
export function shareOf(amount: Cents, basisPoints: number): Cents {
  const scaled = amount * basisPoints + 5_000;
  return cents((scaled - (scaled % 10_000)) / 10_000);
}

const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const NUMBERS = {
  pt: new Intl.NumberFormat(LOCALES.pt, digits),
  en: new Intl.NumberFormat(LOCALES.en, digits),
};

/** `R$ 1.234,56`, in English `R$ 1,234.56`; lines are not broken within. */
export function reais(sumCents: number, language: Language): string {
  return `R$\u00a0${NUMBERS[language].format(sumCents / 100)}`;
}
