import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    label: 'O que você procura?',
    example: 'Código, número do pedido ou tela',
    hint: 'Cole um código por inteiro: da cobrança, do saque, do pedido, da transação (txid), do Pix (E2E), da entrega ou o fim de um link. Ou escreva o nome de uma tela.',
    results: 'Resultados',
    kind: {
      page: 'Telas',
      deposit: 'Depósitos',
      withdrawal: 'Saques',
      link: 'Links de pagamento',
      wallet: 'Carteiras',
      delivery: 'Entregas de webhook',
      request: 'Registros da API',
    },
    searching: 'Procurando…',
    nothing: ({ text }: { text: string }) =>
      `Nada com “${text}” neste ambiente. A busca acha códigos inteiros e nomes de tela. Por valor, data ou situação, use os filtros de Depósitos e Saques.`,
    found: ({ count }: { count: number }) => (count === 1 ? '1 resultado' : `${count} resultados`),
    failed: 'A busca não respondeu.',
    keys: 'Setas para escolher, Enter para abrir, Esc para fechar.',
    answered: ({ status }: { status: string }) => `respondeu ${status}`,
  },
  en: {
    label: 'What are you looking for?',
    example: 'Code, order number or screen',
    hint: 'Paste a complete code: of a charge, a withdrawal, an order, a transaction (txid), a Pix (E2E), a delivery, or the end of a link. Or type the name of a screen.',
    results: 'Results',
    kind: {
      page: 'Screens',
      deposit: 'Deposits',
      withdrawal: 'Withdrawals',
      link: 'Payment links',
      wallet: 'Wallets',
      delivery: 'Webhook deliveries',
      request: 'API logs',
    },
    searching: 'Searching…',
    nothing: ({ text }) =>
      `Nothing found for “${text}” in this mode. Search finds complete codes and screen names. For amount, date or status, use the filters in Deposits and Withdrawals.`,
    found: ({ count }) => (count === 1 ? '1 result' : `${count} results`),
    failed: 'Search is not responding.',
    keys: 'Arrows to choose, Enter to open, Esc to close.',
    answered: ({ status }) => `answered ${status}`,
  },
});
