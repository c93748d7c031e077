import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    title: 'Tarifas',
    table: 'Suas tarifas',
    operation: 'Operação',
    fee: 'Tarifa',
    deposit: 'Depósito (receber por Pix)',
    withdrawal: 'Saque (enviar Pix)',
    withdrawalNote: 'O provedor cobra a tarifa dele à parte; ela já vem no valor a enviar.',
    free: 'Grátis',
    both: ({ percent, fixed }: { percent: string; fixed: string }) =>
      `${percent}\u00a0+\u00a0${fixed}`,
    custom: 'Sua conta tem tarifa personalizada.',
    usual: ({ percent, fixed }: { percent: string; fixed: string }) =>
      `A tarifa padrão é ${percent} + ${fixed} por depósito; saque grátis.`,
    links: 'Nos links de pagamento, a tarifa fica com você: o cliente paga o valor cheio.',
    failed: 'Não foi possível carregar as tarifas.',
    calculator: 'Calculadora',
    calculatorNote:
      'Quanto o cliente paga e quanto chega à sua carteira em DePix (real digital na rede Liquid).',
    payer: 'Quem paga a tarifa',
    client: 'O cliente',
    shop: 'Eu',
  },
  en: {
    title: 'Fees',
    table: 'Your fees',
    operation: 'Operation',
    fee: 'Fee',
    deposit: 'Deposit (receive by Pix)',
    withdrawal: 'Withdrawal (send a Pix)',
    withdrawalNote: 'The provider charges its own fee; it is included in the amount to send.',
    free: 'Free',
    both: ({ percent, fixed }) => `${percent}\u00a0+\u00a0${fixed}`,
    custom: 'Your account has custom fees.',
    usual: ({ percent, fixed }) =>
      `The standard fee is ${percent} + ${fixed} per deposit; withdrawals are free.`,
    links: 'With payment links, you pay the fee: the customer pays the full amount.',
    failed: 'Could not load the fees.',
    calculator: 'Calculator',
    calculatorNote:
      'What the customer pays, and what reaches your wallet in DePix (a digital real on the Liquid network).',
    payer: 'Who pays the fee',
    client: 'The customer',
    shop: 'I do',
  },
});
