import type { Language } from '../refusals.ts';

/** As read in Brasília, wherever the reader is. */
export function dateTime(at: string, language: Language): string {
  const zone = { timeZone: 'America/Sao_Paulo' };
  const date = new Date(at);
  const day =
    language === 'pt'
      ? date.toLocaleDateString('pt-BR', { ...zone, dateStyle: 'short' })
      : date.toLocaleDateString('en-GB', { ...zone, dateStyle: 'medium' });
  const time = date.toLocaleTimeString('en-GB', { ...zone, timeStyle: 'short' });
  return language === 'pt' ? `${day} às ${time} (Brasília)` : `${day} at ${time} (Brasília time)`;
}

/** What somebody chose to be called: nothing invisible in it, and nothing that becomes a link. */
export function called(name: string): string {
  const visible = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '');
  return visible.replaceAll(/([.:/@])(?=\S)/gu, '$1\u200b');
}

/** The page takes both apart again; what stands behind `#` is in no log. */
export function confirmPath(token: string, invitation: string | undefined): string {
  return `/app/confirm#${[token, ...(invitation === undefined ? [] : [invitation])].join('.')}`;
}
