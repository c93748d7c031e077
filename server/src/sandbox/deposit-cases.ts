import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { CONFIRMED, pay, PENDING, type SandboxCase, SOON_MS } from './case.ts';

const of = ['deposit'] as const;
const answers = [201];

/** What happens to a charge after its creation. */
export const DEPOSIT_CASES: readonly SandboxCase[] = [
  {
    ...{ name: 'paid', of, amountCents: 50_010, answers },
    title: { pt: 'Paga na hora', en: 'Paid at once' },
    text: {
      pt: 'O pagador paga assim que recebe o código.',
      en: 'The payer pays as soon as the code is there.',
    },
    moves: [pay()],
    stages: [{ ...CONFIRMED, chain: 'confirmed' }],
  },
  {
    ...{ name: 'never-paid', of, amountCents: 50_011, answers },
    title: { pt: 'Ninguém paga', en: 'Nobody pays' },
    text: { pt: 'O código vence depois de 20 minutos.', en: 'The code expires after 20 minutes.' },
    stages: [PENDING, { after: 'PT20M', status: 'FAILED', events: ['deposit.failed'] }],
  },
  {
    ...{ name: 'paid-after-expiry', of, amountCents: 50_012, answers },
    title: { pt: 'Paga depois de vencer', en: 'Paid after expiry' },
    text: {
      pt: 'O código vence e é pago mesmo assim cinco minutos depois: uma cobrança FAILED ainda pode ser confirmada.',
      en: 'The code expires, and is paid anyway five minutes later: a FAILED deposit may still be confirmed.',
    },
    moves: [{ command: 'pay', afterMs: 25 * MINUTE_MS, payment: { late: true } }],
    stages: [
      PENDING,
      { after: 'PT20M', status: 'FAILED', events: ['deposit.failed'] },
      { after: 'PT5M', status: 'CONFIRMED', events: ['deposit.confirmed'] },
    ],
  },
  {
    ...{ name: 'other-payer', of, amountCents: 50_013, answers },
    title: { pt: 'Outro CPF paga', en: 'Somebody else pays' },
    text: {
      pt: 'Quem paga não é a pessoa do pedido: o provedor devolve o Pix e há um alerta de estorno.',
      en: 'The payer is not the person in the order: the provider returns the Pix, and there is an alert.',
    },
    moves: [pay({ stranger: true })],
    stages: [{ after: null, status: 'REFUNDED', events: ['deposit.refunded'], alert: 'estorno' }],
  },
  {
    ...{ name: 'med', of, amountCents: 50_014, answers },
    title: { pt: 'Contestação (MED)', en: 'Dispute (MED)' },
    text: {
      pt: 'Confirmada, e um minuto depois contestada no banco do pagador.',
      en: "Confirmed, and disputed a minute later at the payer's bank.",
    },
    moves: [pay(), { command: 'med', afterMs: MINUTE_MS }],
    stages: [
      CONFIRMED,
      { after: 'PT1M', status: 'REFUNDED', events: ['deposit.refunded'], alert: 'med' },
    ],
  },
  {
    ...{ name: 'partial-med', of, amountCents: 50_015, answers },
    title: { pt: 'MED de parte do valor', en: 'Partial dispute (MED)' },
    text: {
      pt: 'Como a contestação, mas de R$ 100,00: o alerta diz o valor contestado.',
      en: 'Like the dispute, but for R$ 100.00: the alert says how much is disputed.',
    },
    moves: [pay(), { command: 'med', afterMs: MINUTE_MS, amountInCents: 10_000 }],
    stages: [
      CONFIRMED,
      { after: 'PT1M', status: 'REFUNDED', events: ['deposit.refunded'], alert: 'med' },
    ],
  },
  {
    ...{ name: 'review-then-paid', of, amountCents: 50_016, answers },
    title: { pt: 'Em análise e depois paga', en: 'Under review, then paid' },
    text: {
      pt: 'O provedor retém o pagamento por dez minutos e libera.',
      en: 'The provider holds the payment for ten minutes and then releases it.',
    },
    moves: [pay({ hold: 'HIGH_VELOCITY' }), { command: 'release', afterMs: 10 * MINUTE_MS }],
    stages: [
      { ...PENDING, providerStatus: 'under_review' },
      { ...CONFIRMED, after: 'PT10M' },
    ],
  },
  {
    ...{ name: 'review-then-returned', of, amountCents: 50_017, answers },
    title: { pt: 'Em análise e devolvida', en: 'Under review, then returned' },
    text: {
      pt: 'O provedor retém o pagamento por dez minutos e devolve a quem pagou.',
      en: 'The provider holds the payment for ten minutes and returns it to the payer.',
    },
    moves: [pay({ hold: 'PAST_DAILY_LIMIT' }), { command: 'refund', afterMs: 10 * MINUTE_MS }],
    stages: [
      { ...PENDING, providerStatus: 'under_review' },
      { after: 'PT10M', status: 'REFUNDED', events: ['deposit.refunded'], alert: 'med' },
    ],
  },
  {
    ...{ name: 'paid-short', of, amountCents: 50_018, answers },
    title: { pt: 'Paga a menos', en: 'Paid short' },
    text: {
      pt: 'O pagador paga R$ 10,00 a menos: a cobrança não é confirmada e o operador é avisado.',
      en: 'The payer pays R$ 10.00 less: the deposit is not confirmed, and the operator is alerted.',
    },
    moves: [pay({ differenceInCents: -1_000 })],
    stages: [{ ...PENDING, providerStatus: 'depix_sent', operatorAlert: 'paid_short' }],
  },
  {
    ...{ name: 'paid-over', of, amountCents: 50_019, answers },
    title: { pt: 'Paga a mais', en: 'Paid over' },
    text: {
      pt: 'O pagador paga R$ 10,00 a mais: a cobrança é confirmada e o operador é avisado.',
      en: 'The payer pays R$ 10.00 more: the deposit is confirmed, and the operator is alerted.',
    },
    moves: [pay({ differenceInCents: 1_000 })],
    stages: [{ ...CONFIRMED, operatorAlert: 'paid_over' }],
  },
  {
    ...{ name: 'canceled', of, amountCents: 50_020, answers },
    title: { pt: 'Cancelada pelo provedor', en: 'Canceled by the provider' },
    text: {
      pt: 'O provedor cancela a cobrança antes de ser paga.',
      en: 'The provider cancels the charge before it is paid.',
    },
    moves: [{ command: 'cancel', afterMs: SOON_MS }],
    stages: [{ after: null, status: 'FAILED', events: ['deposit.failed'] }],
  },
  {
    ...{ name: 'error-held', of, amountCents: 50_021, answers },
    title: { pt: 'Erro do provedor', en: 'Provider error' },
    text: {
      pt: 'O provedor relata um erro, que ainda pode ser corrigido: só depois de 24 horas a cobrança falha.',
      en: 'The provider reports an error, which may still resolve itself: the deposit fails only after 24 hours.',
    },
    moves: [{ command: 'error', afterMs: SOON_MS }],
    stages: [
      { ...PENDING, providerStatus: 'error' },
      { after: 'P1D', status: 'FAILED', events: ['deposit.failed'] },
    ],
  },
  {
    ...{ name: 'error-mended', of, amountCents: 50_027, answers },
    title: { pt: 'Erro corrigido', en: 'An error that resolves itself' },
    text: {
      pt: 'O provedor retém o pagamento, relata um erro dez minutos depois, e uma hora depois do pedido tenta de novo: a cobrança é confirmada.',
      en: 'The provider holds the payment, reports an error ten minutes later, and tries again an hour after the order: the deposit is confirmed.',
    },
    moves: [
      pay({ hold: 'HIGH_VELOCITY' }),
      { command: 'error', afterMs: 10 * MINUTE_MS },
      { command: 'retry', afterMs: HOUR_MS },
    ],
    stages: [
      { ...PENDING, providerStatus: 'under_review' },
      { ...PENDING, after: 'PT10M', providerStatus: 'error' },
      { ...CONFIRMED, after: 'PT50M', providerStatus: 'depix_sent' },
    ],
  },
  {
    ...{ name: 'settled-later', of, amountCents: 50_022, answers },
    title: { pt: 'Liquidação adiada', en: 'Settled later' },
    text: {
      pt: 'Paga e confirmada; os DePix chegam à carteira só depois de 24 horas.',
      en: 'Paid and confirmed; the DePix reaches the wallet only after 24 hours.',
    },
    moves: [pay({ delayHours: 24 })],
    stages: [
      { ...CONFIRMED, providerStatus: 'delayed' },
      { after: 'P1D', status: 'CONFIRMED', providerStatus: 'depix_sent', events: [] },
    ],
  },
  {
    ...{ name: 'notices-lost', of, amountCents: 50_023, answers },
    title: { pt: 'Avisos perdidos', en: 'Lost notices' },
    text: {
      pt: 'Nenhum aviso do provedor chega ao gateway, que confere sozinho e confirma do mesmo modo.',
      en: 'No notice from the provider reaches the gateway, which polls and confirms anyway.',
    },
    moves: [{ command: 'disturb', afterMs: 0, notices: { drop: true } }, pay()],
    stages: [{ ...CONFIRMED, after: 'PT1M' }],
  },
  {
    ...{ name: 'notices-doubled', of, amountCents: 50_024, answers },
    title: { pt: 'Avisos em dobro', en: 'Duplicate notices' },
    text: {
      pt: 'Cada aviso do provedor chega duas vezes; seu sistema recebe um evento só.',
      en: 'Each notice from the provider comes twice; your system gets one event.',
    },
    moves: [{ command: 'disturb', afterMs: 0, notices: { duplicate: true } }, pay()],
    stages: [CONFIRMED],
  },
  {
    ...{ name: 'notices-out-of-order', of, amountCents: 50_025, answers },
    title: { pt: 'Avisos fora de ordem', en: 'Notices out of order' },
    text: {
      pt: 'Os avisos do provedor chegam embaralhados; o resultado é o mesmo.',
      en: 'The notices from the provider come out of order; the result is the same.',
    },
    moves: [{ command: 'disturb', afterMs: 0, notices: { shuffle: true } }, pay()],
    stages: [CONFIRMED],
  },
  {
    ...{ name: 'notices-late', of, amountCents: 50_026, answers },
    title: { pt: 'Avisos atrasados', en: 'Late notices' },
    text: {
      pt: 'Os avisos chegam uma hora depois, quando o gateway já conferiu: nada muda duas vezes.',
      en: 'The notices come an hour late, after the gateway has polled: nothing changes twice.',
    },
    moves: [{ command: 'disturb', afterMs: 0, notices: { delayNoticesMs: HOUR_MS } }, pay()],
    stages: [
      { ...CONFIRMED, after: 'PT1M' },
      { after: 'PT1H', status: 'CONFIRMED', events: [] },
    ],
  },
];
