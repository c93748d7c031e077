import { defineWords } from '../words/use-words.ts';

export const words = defineWords({
  pt: {
    title: 'Conciliação',
    about:
      'Cada cobrança é conferida com os livros do provedor e com a rede Liquid, onde o dinheiro chega.',
    failed: 'Não foi possível carregar as conferências.',
    latest: {
      title: 'Última conferência',
      none: 'Ainda não foi feita.',
      reach: {
        two_hours: 'Cobranças das últimas 2 horas',
        two_days: 'Cobranças dos últimos 2 dias',
        ninety_days: 'Cobranças dos últimos 90 dias',
      },
    },
    nothing: 'Nada foi conferido ainda. A conferência começa minutos depois da primeira cobrança.',
    differing: {
      title: 'O que difere agora',
      none: 'Nada difere: seus registros, o provedor e a rede dizem o mesmo.',
      note: 'O operador deste gateway também é avisado. Quando os três voltam a dizer o mesmo, a cobrança sai daqui sozinha.',
      kinds: {
        missing_at_provider: 'O provedor não conhece esta cobrança',
        missing_on_chain: 'A rede não conhece a transação que o provedor informou',
        amount_differs: 'O provedor informa outro valor',
        status_differs: 'O provedor se contradiz sobre esta cobrança',
        payment_differs: 'A transação na rede não paga esta cobrança como deveria',
      },
    },
    history: {
      title: 'Todas as conferências',
      reach: 'Alcance',
      when: 'Terminou',
      result: 'Resultado',
      names: {
        two_hours: '2 horas',
        two_days: '2 dias',
        ninety_days: '90 dias',
        asked: 'Avulsa',
      },
      none: 'Nenhuma conferência ainda.',
      noneFiltered: 'Nenhuma conferência com este alcance.',
    },
    incomplete: 'Uma parte ficou sem conferir; a próxima vem logo.',
    checked: ({ compared, found }: { compared: string; found: string }) =>
      compared === '1'
        ? `Conferimos 1 cobrança: ${found}.`
        : `Conferimos ${compared} cobranças: ${found}.`,
    allMatch: ({ isOne }: { isOne: boolean }) => (isOne ? 'ela bate' : 'todas batem'),
    outcome: {
      matched: ({ count, isOne }: { count: string; isOne: boolean }) =>
        isOne ? '1 bate' : `${count} batem`,
      missingAtProvider: ({ count, isOne }: { count: string; isOne: boolean }) =>
        isOne ? '1 falta no provedor' : `${count} faltam no provedor`,
      missingOnChain: ({ count, isOne }: { count: string; isOne: boolean }) =>
        isOne ? '1 falta na rede' : `${count} faltam na rede`,
      amountDiffers: ({ count, isOne }: { count: string; isOne: boolean }) =>
        isOne ? '1 com outro pagamento' : `${count} com outro pagamento`,
      waiting: ({ count, isOne }: { count: string; isOne: boolean }) =>
        isOne ? '1 ainda sem resposta' : `${count} ainda sem resposta`,
    },
  },
  en: {
    title: 'Reconciliation',
    about:
      'Each charge is compared with the provider’s books and with the Liquid network, where the money arrives.',
    failed: 'Could not load the comparisons.',
    latest: {
      title: 'Latest comparison',
      none: 'Not done yet.',
      reach: {
        two_hours: 'Charges of the last 2 hours',
        two_days: 'Charges of the last 2 days',
        ninety_days: 'Charges of the last 90 days',
      },
    },
    nothing: 'Nothing has been compared yet. It starts a few minutes after the first charge.',
    differing: {
      title: 'What differs now',
      none: 'Nothing differs: your records, the provider and the network agree.',
      note: 'The operator of this gateway is notified too. Once all three agree again, the charge leaves this list by itself.',
      kinds: {
        missing_at_provider: 'The provider does not know this charge',
        missing_on_chain: 'The network does not know the transaction that the provider reported',
        amount_differs: 'The provider reports a different amount',
        status_differs: 'The provider contradicts itself about this charge',
        payment_differs: 'The transaction on the network does not pay this charge as it should',
      },
    },
    history: {
      title: 'All comparisons',
      reach: 'Range',
      when: 'Finished',
      result: 'Result',
      names: {
        two_hours: '2 hours',
        two_days: '2 days',
        ninety_days: '90 days',
        asked: 'On request',
      },
      none: 'No comparisons yet.',
      noneFiltered: 'No comparisons with this range.',
    },
    incomplete: 'Part of it could not be compared; the next comparison runs soon.',
    checked: ({ compared, found }) =>
      compared === '1'
        ? `We compared 1 charge: ${found}.`
        : `We compared ${compared} charges: ${found}.`,
    allMatch: ({ isOne }) => (isOne ? 'it matches' : 'all match'),
    outcome: {
      matched: ({ count, isOne }) => (isOne ? '1 matches' : `${count} match`),
      missingAtProvider: ({ count }) => `${count} missing at the provider`,
      missingOnChain: ({ count }) => `${count} missing on the network`,
      amountDiffers: ({ count }) => `${count} with a different payment`,
      waiting: ({ count }) => `${count} without an answer yet`,
    },
  },
});
