import { defineWords } from '../words/use-words.ts';

/** Apart from the rest, since the menu is on every page. */
export const words = defineWords({
  pt: {
    unseen: ({ count }: { count: number }) =>
      count === 1 ? '1 contestação (MED) não vista' : `${count} contestações (MED) não vistas`,
    unknown: 'não conseguimos contar',
  },
  en: {
    unseen: ({ count }) =>
      count === 1 ? '1 dispute (MED) not seen' : `${count} disputes (MED) not seen`,
    unknown: 'we could not count them',
  },
});
