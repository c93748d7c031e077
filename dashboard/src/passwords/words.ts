import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    label: 'Senha',
    show: 'Mostrar a senha',
    weak: 'Use 12 caracteres ou mais',
    strength: {
      none: '12 caracteres ou mais. Uma frase é fácil de lembrar.',
      short: 'Curta: use 12 caracteres ou mais.',
      common: 'Fácil de adivinhar: troque por algo menos previsível.',
      fair: 'Boa.',
      strong: 'Forte.',
    },
  },
  en: {
    label: 'Password',
    show: 'Show the password',
    weak: 'Use 12 characters or more',
    strength: {
      none: '12 characters or more. A sentence is easy to remember.',
      short: 'Short: use 12 characters or more.',
      common: 'Easy to guess: choose something less predictable.',
      fair: 'Good.',
      strong: 'Strong.',
    },
  },
});
