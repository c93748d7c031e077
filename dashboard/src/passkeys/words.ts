import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    use: 'Usar chave de acesso',
    givenUp: 'A chave de acesso não foi usada. Tente de novo, ou use a senha.',
  },
  en: {
    use: 'Use a passkey',
    givenUp: 'The passkey was not used. Try again, or use the password.',
  },
});
