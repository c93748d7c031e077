import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    doubt:
      'Confira o que vem depois do @, como em nome@padaria.com.br. Se está certo assim, envie de novo.',
  },
  en: {
    doubt: 'Check what comes after the @, as in name@bakery.com. If it is right, send it again.',
  },
});
