import { getLanguage, type Language, languageTag } from './language.ts';

const ZONE = 'America/Sao_Paulo';
const NO_BREAK = '\u00a0';
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const UNITS = [
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

/** From whole cents with integer arithmetic, so that nothing is ever rounded. */
function decimals(cents: number, language: Language): string {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString(languageTag(language));
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${whole}${language === 'pt' ? ',' : '.'}${rest}`;
}

export function money(cents: number, language = getLanguage()): string {
  return `${cents < 0 ? '-' : ''}R$${NO_BREAK}${decimals(cents, language)}`;
}

export function depix(cents: number, language: Language): string {
  return `${cents < 0 ? '-' : ''}${decimals(cents, language)}${NO_BREAK}DePix`;
}

/** Basis points: 250 is "2,5 %", and "2.5%" in English. */
export function percent(basisPoints: number, language = getLanguage()): string {
  const options = { maximumFractionDigits: 2 };
  return `${(basisPoints / 100).toLocaleString(languageTag(language), options)}${language === 'pt' ? NO_BREAK : ''}%`;
}

export function count(value: number, language = getLanguage()): string {
  return value.toLocaleString(languageTag(language));
}

export function date(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : 'en-GB', {
    timeZone: ZONE,
    day: '2-digit',
    month: language === 'pt' ? '2-digit' : 'short',
    year: 'numeric',
  }).format(new Date(iso));
}

export function time(iso: string): string {
  const options = { timeZone: ZONE, hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('pt-BR', options).format(new Date(iso));
}

/** "21/11/2026 às 14:05 (Brasília)", wherever the reader is. */
export function dateTime(iso: string, language: Language): string {
  return `${date(iso, language)} ${language === 'pt' ? 'às' : 'at'} ${time(iso)} (Brasília)`;
}

/** "há 3 minutos", "in 4 minutes"; never shown without the full time. */
export function relative(iso: string, now: number, language: Language): string {
  const distance = Date.parse(iso) - now;
  const format = new Intl.RelativeTimeFormat(languageTag(language), { numeric: 'auto' });
  // Words such as "ontem" mean a calendar day, not a number of hours.
  if (Math.abs(distance) >= DAY_MS) return format.format(daysBetween(now, Date.parse(iso)), 'day');
  const unit = UNITS.find(([, length]) => Math.abs(distance) >= length);
  if (unit === undefined) return language === 'pt' ? 'agora' : 'just now';
  return format.format(Math.trunc(distance / unit[1]), unit[0]);
}

/**
 * The day in Brasília in a native date field's format, 2026-11-21. Assembled from its parts, since
 * no locale formats it like that in every browser: a WebKit with the locales of 2023 writes
 * Canada's as 11/21/2026.
 */
export function dayInBrasilia(at: Date | number): string {
  const options = { timeZone: ZONE, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(at);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Whether it is the same day in Brasília, so that the time alone is enough. */
export function isToday(iso: string, now: number): boolean {
  return daysBetween(now, Date.parse(iso)) === 0;
}

/** The number of midnights in Brasília between two instants; negative if `to` is earlier. */
function daysBetween(from: number, to: number): number {
  return (Date.parse(dayInBrasilia(to)) - Date.parse(dayInBrasilia(from))) / DAY_MS;
}

/** An address or hash shortened in the middle: `lq1qq…8f3k`. */
export function shortened(text: string, head = 6, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

/** "45 s", "14 min" or "2 h", the same in both languages. */
export function waitOf(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
