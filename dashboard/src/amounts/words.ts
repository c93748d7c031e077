import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    amount: 'Valor',
    range: 'De R$ 2,00 a R$ 6.000,00.',
    problem: {
      missing: 'Informe o valor.',
      unreadable: 'Escreva o valor em reais, como 50,00.',
      outOfRange: 'Informe um valor entre R$ 2,00 e R$ 6.000,00.',
    },
    atLeast: 'Valor de',
    atMost: 'Valor até',
  },
  en: {
    amount: 'Amount',
    range: 'From R$ 2.00 to R$ 6,000.00.',
    problem: {
      missing: 'Enter the amount.',
      unreadable: 'Write the amount in reais, such as 50.00.',
      outOfRange: 'Enter an amount between R$ 2.00 and R$ 6,000.00.',
    },
    atLeast: 'Amount from',
    atMost: 'Amount up to',
  },
});
