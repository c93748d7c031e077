import { readAmount, writeAmount } from '../amounts/amount.ts';
import type { OperatorSettings } from '../api/operations.ts';
import type { Language } from '../words/language.ts';
import { readPercent, writePercent } from './percent.ts';

export const PERCENTS = ['depositFeeBasisPoints', 'withdrawalFeeBasisPoints'] as const;
export const AMOUNTS = ['depositFeeFixedCents', 'withdrawalFeeFixedCents'] as const;
/** What the server accepts at most, in cents. */
export const MAX_FEES = { depositFeeFixedCents: 199, withdrawalFeeFixedCents: 10_000 } as const;
export const RATES = ['readRate', 'readBurst', 'moneyRate', 'moneyBurst'] as const;
export const SWITCHES = ['depositsEnabled', 'withdrawalsEnabled'] as const;

type Written = (typeof PERCENTS | typeof AMOUNTS | typeof RATES)[number];

/** The settings as the form's fields hold them. */
export type SettingsForm = Record<Written, string> & Record<(typeof SWITCHES)[number], boolean>;

export function formOf(settings: OperatorSettings, language: Language): SettingsForm {
  return {
    depositFeeBasisPoints: writePercent(settings.depositFeeBasisPoints, language),
    depositFeeFixedCents: writeAmount(settings.depositFeeFixedCents, language),
    withdrawalFeeBasisPoints: writePercent(settings.withdrawalFeeBasisPoints, language),
    withdrawalFeeFixedCents: writeAmount(settings.withdrawalFeeFixedCents, language),
    depositsEnabled: settings.depositsEnabled,
    withdrawalsEnabled: settings.withdrawalsEnabled,
    readRate: String(settings.readRate),
    readBurst: String(settings.readBurst),
    moneyRate: String(settings.moneyRate),
    moneyBurst: String(settings.moneyBurst),
  };
}

export function readFee(
  typed: string,
  name: (typeof AMOUNTS)[number],
  language: Language,
): number | undefined {
  const cents = readAmount(typed, language);
  return cents !== undefined && cents <= MAX_FEES[name] ? cents : undefined;
}

export function readRate(typed: string): number | undefined {
  const value = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : 0;
  return value >= 1 && value <= 1_000_000 ? value : undefined;
}

/**
 * The fields that differ from what the form began with: only those are sent, so that nobody undoes
 * somebody else's change.
 */
export function changesIn(
  form: SettingsForm,
  began: SettingsForm,
  language: Language,
): Partial<OperatorSettings> {
  const before = valuesIn(began, language);
  const changed = Object.entries(valuesIn(form, language)).filter(
    // Both have the same fields.
    ([name, value]) => value !== undefined && value !== before[name as keyof SettingsForm],
  );
  // Each value was parsed as its field's type.
  return Object.fromEntries(changed) as Partial<OperatorSettings>;
}

function valuesIn(
  form: SettingsForm,
  language: Language,
): Record<keyof SettingsForm, number | boolean | undefined> {
  const read = [
    ...PERCENTS.map((name) => [name, readPercent(form[name])]),
    ...AMOUNTS.map((name) => [name, readAmount(form[name], language)]),
    ...RATES.map((name) => [name, readRate(form[name])]),
    ...SWITCHES.map((name) => [name, form[name]]),
  ];
  // These are all the fields.
  return Object.fromEntries(read) as Record<keyof SettingsForm, number | boolean | undefined>;
}
