import { defineWords } from '../words/use-words.ts';

/** Separate from the other words, since the menu is on every page. */
export const words = defineWords({
  pt: {
    unseen: ({ count }: { count: number }) =>
      count === 1 ? '1 alerta de MED não visto' : `${count} alertas de MED não vistos`,
    unknown: 'não conseguimos contar',
  },
  en: {
    unseen: ({ count }) => (count === 1 ? '1 MED alert not seen' : `${count} MED alerts not seen`),
    unknown: 'we could not count them',
  },
});
