import { type Language, languageTag } from '../words/language.ts';

const SPAN = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const UNITS = ['day', 'hour', 'minute', 'second'] as const;

/** "20 min" for `PT20M`, "1 dia" for `P1D`; anything else is left as it is. */
export function spanInWords(span: string, language: Language): string {
  const [, ...counts] = SPAN.exec(span) ?? [];
  const parts = UNITS.flatMap((unit, at) => {
    const count = counts[at];
    if (count === undefined) return [];
    const unitDisplay = unit === 'day' ? 'long' : 'short';
    const format = new Intl.NumberFormat(languageTag(language), {
      style: 'unit',
      unit,
      unitDisplay,
    });
    return [format.format(Number(count))];
  });
  return parts.join(' ') || span;
}
