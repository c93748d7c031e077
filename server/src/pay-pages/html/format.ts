import { type Language, LOCALES } from '../../refusals.ts';

const TYPED = formats({ minimumFractionDigits: 2, useGrouping: false });
const SECONDS = formats({ style: 'unit', unit: 'second', unitDisplay: 'long' });
const MINUTES = formats({ style: 'unit', unit: 'minute', unitDisplay: 'long' });

function formats(options: Intl.NumberFormatOptions): Record<Language, Intl.NumberFormat> {
  return {
    pt: new Intl.NumberFormat(LOCALES.pt, options),
    en: new Intl.NumberFormat(LOCALES.en, options),
  };
}

/** `1234,56`: in the form in which it is typed into a field. */
export function typedMoney(cents: number, language: Language): string {
  return TYPED[language].format(cents / 100);
}

/** `12 segundos`, `3 minutos`. */
export function duration(seconds: number, language: Language): string {
  if (seconds > 90) return MINUTES[language].format(Math.ceil(seconds / 60));
  return SECONDS[language].format(Math.max(1, Math.ceil(seconds)));
}

/**
 * Ends a sentence with a single full stop, also after a name with its own: `Padaria do Zé Ltda.`
 * Or after an ellipsis; one within a name stays.
 */
export function sentence(text: string): string {
  return text.replaceAll(/(?<!\.)(\.|\.{3})(\u2069?)\.(?=\s|$)/g, '$1$2');
}
