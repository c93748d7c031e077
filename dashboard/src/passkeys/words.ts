import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    use: 'Usar chave de acesso',
    givenUp: 'A chave de acesso não foi usada. Tente de novo, ou use a senha.',
    known: 'Este aparelho já tem uma chave de acesso sua.',
  },
  en: {
    use: 'Use a passkey',
    givenUp: 'The passkey was not used. Try again, or use the password.',
    known: 'This device already has one of your passkeys.',
  },
});
