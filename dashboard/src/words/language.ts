import { useSyncExternalStore } from 'react';

export type Language = 'pt' | 'en';

/** Each by its own name, for those who cannot read the other. */
export const LANGUAGES = [
  { value: 'pt', label: 'Português' },
  { value: 'en', label: 'English' },
] as const satisfies readonly { value: Language; label: string }[];

const STORED = 'ponte.language';
const listeners = new Set<() => void>();
let present: Language = firstLanguage();

/** An earlier choice made here wins over the browser's; the user's profile wins over both. */
function firstLanguage(): Language {
  if (typeof window === 'undefined') return 'pt';
  const stored = window.localStorage.getItem(STORED);
  if (stored === 'pt' || stored === 'en') return stored;
  return window.navigator.language.toLowerCase().startsWith('en') ? 'en' : 'pt';
}

export function getLanguage(): Language {
  return present;
}

/** For `lang` and `Accept-Language`. */
export function languageTag(language: Language = present): string {
  return language === 'pt' ? 'pt-BR' : 'en';
}

/** The server may write it in either form. */
export function readLanguage(tag: string): Language {
  return tag.toLowerCase().startsWith('en') ? 'en' : 'pt';
}

export function setLanguage(language: Language): void {
  if (typeof window !== 'undefined') window.localStorage.setItem(STORED, language);
  speak(language);
}

function speak(language: Language): void {
  present = language;
  if (typeof window !== 'undefined') document.documentElement.lang = languageTag(language);
  for (const listener of listeners) listener();
}

/** What is chosen in one tab holds in the others, as the colour scheme does. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === STORED && newValue !== null) speak(readLanguage(newValue));
  });
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, getLanguage);
}

/** Always the same function: React would renew the subscription at each render for another. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
