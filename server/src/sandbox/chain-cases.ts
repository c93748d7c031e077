import { CONFIRMED, pay, type SandboxCase, type Stage } from './case.ts';

const of = ['deposit'] as const;
const answers = [201];
const MISMATCH: Stage = { ...CONFIRMED, chain: 'mismatch', operatorAlert: 'chain_mismatch' };

/** What may be wrong with the transaction that settles a paid deposit. */
export const CHAIN_CASES: readonly SandboxCase[] = [
  {
    ...{ name: 'chain-short', of, amountCents: 50_040, answers },
    title: { pt: 'Um centavo a menos na rede', en: 'A cent short on the chain' },
    text: {
      pt: 'O provedor confirma, mas a transação traz um centavo a menos. Se a carteira esconde valores, só com a chave de blinding isso se vê.',
      en: 'The provider confirms, but its transaction pays a cent less. If the wallet hides amounts, that can be seen only with its blinding key.',
    },
    moves: [pay({ chain: 'short' })],
    stages: [MISMATCH],
  },
  {
    ...{ name: 'chain-other-asset', of, amountCents: 50_041, answers },
    title: { pt: 'Outro ativo na rede', en: 'Another asset on the chain' },
    text: {
      pt: 'O provedor confirma, mas a transação traz um ativo que não é DePix. Se a carteira esconde valores, só com a chave de blinding isso se vê.',
      en: 'The provider confirms, but its transaction pays an asset that is not DePix. If the wallet hides amounts, that can be seen only with its blinding key.',
    },
    moves: [pay({ chain: 'other_asset' })],
    stages: [MISMATCH],
  },
  {
    ...{ name: 'chain-other-address', of, amountCents: 50_042, answers },
    title: { pt: 'Pago a outro endereço', en: 'Paid to another address' },
    text: {
      pt: 'O provedor confirma, mas nada na transação vai para a carteira.',
      en: 'The provider confirms, but nothing in its transaction goes to the wallet.',
    },
    moves: [pay({ chain: 'other_address' })],
    stages: [MISMATCH],
  },
  {
    ...{ name: 'chain-missing', of, amountCents: 50_043, answers },
    title: { pt: 'Transação que não existe', en: 'A transaction that does not exist' },
    text: {
      pt: 'O provedor confirma e informa uma transação que não está na rede: depois de um minuto isso vira divergência (mismatch), e o operador é avisado.',
      en: 'The provider confirms and names a transaction that is not on the chain: after a minute it becomes a mismatch, and the operator is alerted.',
    },
    moves: [pay({ chain: 'missing' })],
    stages: [{ ...CONFIRMED, chain: 'unchecked' }],
  },
];
