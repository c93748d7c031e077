import { defineWords } from '../words/use-words.ts';

/** Separate from the other words, since the menu is on every page. */
export const words = defineWords({
  pt: {
    waiting: ({ count }: { count: number }) =>
      count === 1 ? '1 saque espera confirmação' : `${count} saques esperam confirmação`,
    unknown: 'não conseguimos contar',
  },
  en: {
    waiting: ({ count }) =>
      count === 1
        ? '1 withdrawal waiting for confirmation'
        : `${count} withdrawals waiting for confirmation`,
    unknown: 'we could not count them',
  },
});
