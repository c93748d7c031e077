import type { Language } from './refusals.ts';

const TIME_ZONE = 'America/Sao_Paulo';

/** `21/11/2026 às 14:05 (Brasília)`, independent of the reader's time zone. */
export function dateTime(at: Date | string, language: Language): string {
  const date = new Date(at);
  const day =
    language === 'pt'
      ? date.toLocaleDateString('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'short' })
      : date.toLocaleDateString('en-GB', { timeZone: TIME_ZONE, dateStyle: 'medium' });
  const time = date.toLocaleTimeString('en-GB', { timeZone: TIME_ZONE, timeStyle: 'short' });
  return `${day} ${language === 'pt' ? 'às' : 'at'} ${time} (Brasília)`;
}
