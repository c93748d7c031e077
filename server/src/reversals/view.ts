import { Type } from 'typebox';
import { BlockchainTxId, CentsOf, IdOf, Nullable, OneOf, TimestampOf } from '../platform/schema.ts';
import { REVERSAL_KINDS } from './reversal.ts';
import type { Reversal } from './store.ts';

export const Kind = OneOf(REVERSAL_KINDS, {
  examples: ['med'],
  description:
    '`estorno`: paid by somebody other than the payer of the order. `med`: paid by the right person, and disputed.',
});

const TaxId = (maxLength: number, description: string) =>
  Type.String({ maxLength, description, examples: ['12345678909'] });

export const REVERSAL_FIELDS = {
  id: IdOf('med', 'The alert.'),
  depositId: IdOf('dep', 'The deposit whose money went back.'),
  providerRef: Type.String({
    maxLength: 200,
    description:
      "The bank's id of the payment, if the provider reports it; otherwise the id of the charge.",
    examples: ['fitbank_E18236120202611211234s0123456789'],
  }),
  blockchainTxId: Nullable(BlockchainTxId),
  tipo: Kind,
  cpfDivergente: Type.Boolean({
    description: 'Whether somebody paid other than the payer of the order.',
    examples: [false],
  }),
  amountCents: CentsOf('How much went back.', 5_199),
  payerName: Nullable(
    Type.String({
      maxLength: 1_000,
      description: 'Who paid, if known.',
      examples: ['Maria Souza'],
    }),
  ),
  // As the provider wrote it, which may not be a tax id at all.
  cpfReal: Nullable(TaxId(1_000, 'The CPF or CNPJ that paid, if known.')),
  cpfRequisitado: TaxId(14, 'The CPF or CNPJ of the order.'),
  status: OneOf(['PENDING'], { description: 'Always PENDING.' }),
  deadline: TimestampOf('When the time to contest it ends.', '2026-11-28T12:34:56.789Z'),
  createdAt: TimestampOf('When it was reported.'),
};

/** The wire format's own terms, some of them Portuguese, are used only here. */
export function itemOf(reversal: Reversal) {
  return {
    id: reversal.id,
    depositId: reversal.depositId,
    providerRef: reversal.providerRef,
    blockchainTxId: reversal.blockchainTxId,
    tipo: reversal.kind,
    cpfDivergente: reversal.divergent,
    amountCents: reversal.amountCents,
    payerName: reversal.payerName,
    cpfReal: reversal.payerTaxId,
    cpfRequisitado: reversal.informedTaxId,
    status: 'PENDING' as const,
    deadline: reversal.deadline.toISOString(),
    createdAt: reversal.createdAt.toISOString(),
  };
}
