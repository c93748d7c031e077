import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { type Move, PENDING, type SandboxCase, type Stage } from './case.ts';

const of = ['withdrawal'] as const;
const answers = [201];
/** Creation makes a second call, to read the payout; earlier moves would be seen by nobody. */
const READ_MS = 1_500;
const fund = (funding?: Extract<Move, { command: 'fund' }>['funding']): Move => ({
  command: 'fund',
  afterMs: READ_MS,
  ...(funding && { funding }),
});
const EXPIRES: Stage = { after: 'P30D', status: 'EXPIRED', events: ['withdrawal.expired'] };
const COMPLETED: Stage = { after: null, status: 'COMPLETED', events: ['withdrawal.completed'] };
/** The Pix is on its way; ten minutes later, the recipient's bank has refused it. */
const REFUSED_BY_BANK: readonly Move[] = [
  fund({ outcome: 'sending' }),
  { command: 'error', afterMs: 10 * MINUTE_MS },
];
const UNDER_WAY: Stage = { after: null, status: 'PROCESSING', events: [] };
const IN_ERROR: Stage = { ...UNDER_WAY, after: 'PT10M', providerStatus: 'error' };

/** What happens to a withdrawal once its address is known. */
export const WITHDRAWAL_CASES: readonly SandboxCase[] = [
  {
    ...{ name: 'withdrawal-paid', of, amountCents: 50_050, answers },
    title: { pt: 'Saque pago', en: 'Withdrawal paid' },
    text: {
      pt: 'Os DePix chegam e o Pix é enviado.',
      en: 'The DePix arrives and the Pix is sent.',
    },
    moves: [fund()],
    stages: [COMPLETED],
  },
  {
    ...{ name: 'withdrawal-short', of, amountCents: 50_051, answers },
    title: { pt: 'Chega a menos', en: 'Too little arrives' },
    text: {
      pt: 'Chegam R$ 200,00 a menos: o valor não confere, o saque fica parado e expira.',
      en: 'R$ 200.00 too little arrives: the amount does not match, so the withdrawal stays PENDING and expires.',
    },
    moves: [fund({ differenceInCents: -20_000 })],
    stages: [{ ...PENDING, chain: 'short' }, EXPIRES],
  },
  {
    ...{ name: 'withdrawal-over', of, amountCents: 50_052, answers },
    title: { pt: 'Chega a mais', en: 'Too much arrives' },
    text: {
      pt: 'Chegam R$ 200,00 a mais: o valor não confere, o saque fica parado e expira.',
      en: 'R$ 200.00 too much arrives: the amount does not match, so the withdrawal stays PENDING and expires.',
    },
    moves: [fund({ differenceInCents: 20_000 })],
    stages: [{ ...PENDING, chain: 'over' }, EXPIRES],
  },
  {
    ...{ name: 'withdrawal-nearly', of, amountCents: 50_053, answers },
    title: { pt: 'Chega quase o valor', en: 'Nearly the amount arrives' },
    text: {
      pt: 'Chegam R$ 10,00 a menos, dentro de 5\u00a0%: o provedor paga o que chegou e o operador é avisado.',
      en: 'R$ 10.00 too little arrives, which is within 5%: the provider pays out what came, and the operator is alerted.',
    },
    moves: [fund({ differenceInCents: -1_000 })],
    stages: [{ ...COMPLETED, operatorAlert: 'paid_out_differently' }],
  },
  {
    ...{ name: 'withdrawal-wrong-asset', of, amountCents: 50_054, answers },
    title: { pt: 'Chega outro ativo', en: 'Another asset arrives' },
    text: {
      pt: 'No endereço chega um ativo que não é DePix: o saque fica parado e expira.',
      en: 'An asset other than DePix arrives at the address: the withdrawal stays PENDING and expires.',
    },
    moves: [fund({ wrongAsset: true })],
    stages: [{ ...PENDING, chain: 'other_asset' }, EXPIRES],
  },
  {
    ...{ name: 'withdrawal-late', of, amountCents: 50_055, answers },
    title: { pt: 'Chega tarde', en: 'It arrives late' },
    text: {
      pt: 'O saque expira e os DePix chegam um dia depois: nada mais acontece.',
      en: 'The withdrawal expires and the DePix arrives a day later: nothing more happens.',
    },
    moves: [{ command: 'fund', afterMs: 31 * DAY_MS }],
    stages: [PENDING, EXPIRES, { after: 'P1D', status: 'EXPIRED', events: [] }],
  },
  {
    ...{ name: 'withdrawal-expired', of, amountCents: 50_056, answers },
    title: { pt: 'Nada chega no prazo', en: 'Nothing arrives in time' },
    text: { pt: 'O saque expira depois de 30 dias.', en: 'The withdrawal expires after 30 days.' },
    stages: [PENDING, EXPIRES],
  },
  {
    ...{ name: 'withdrawal-failed', of, amountCents: 50_057, answers },
    title: { pt: 'O provedor cancela', en: 'The provider cancels' },
    text: { pt: 'O provedor cancela o saque.', en: 'The provider cancels the withdrawal.' },
    moves: [{ command: 'cancel', afterMs: READ_MS }],
    stages: [{ after: null, status: 'FAILED', events: ['withdrawal.failed'] }],
  },
  {
    ...{ name: 'withdrawal-error-held', of, amountCents: 50_058, answers },
    title: { pt: 'Erro do provedor no saque', en: 'Provider error on a withdrawal' },
    text: {
      pt: 'O provedor relata um erro, que ainda pode ser corrigido: só depois de 72 horas o saque falha.',
      en: 'The provider reports an error, which may still resolve itself: the withdrawal fails only after 72 hours.',
    },
    moves: [{ command: 'error', afterMs: READ_MS }],
    stages: [
      { ...PENDING, providerStatus: 'error' },
      { after: 'P3D', status: 'FAILED', events: ['withdrawal.failed'] },
    ],
  },
  {
    ...{ name: 'withdrawal-retried', of, amountCents: 50_059, answers },
    title: {
      pt: 'O banco recusa e depois aceita',
      en: "The receiver's bank refuses, then accepts",
    },
    text: {
      pt: 'O Pix não passa na primeira vez; uma hora depois o provedor tenta de novo e paga.',
      en: 'The Pix does not go through the first time; an hour later the provider tries again and pays.',
    },
    moves: [...REFUSED_BY_BANK, { command: 'retry', afterMs: HOUR_MS }],
    stages: [UNDER_WAY, IN_ERROR, { ...COMPLETED, after: 'PT50M' }],
  },
  {
    ...{ name: 'withdrawal-returned', of, amountCents: 50_060, answers },
    title: {
      pt: 'O banco recusa e o provedor devolve',
      en: "The receiver's bank refuses, and it is returned",
    },
    text: {
      pt: 'O Pix não passa; uma hora depois o provedor devolve os DePix e o saque falha.',
      en: 'The Pix does not go through; an hour later the provider returns the DePix, and the withdrawal fails.',
    },
    moves: [...REFUSED_BY_BANK, { command: 'refund', afterMs: HOUR_MS }],
    stages: [
      UNDER_WAY,
      IN_ERROR,
      { after: 'PT50M', status: 'FAILED', events: ['withdrawal.failed'] },
    ],
  },
];
