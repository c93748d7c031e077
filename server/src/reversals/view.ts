import { Type } from 'typebox';
import { BlockchainTxId, CentsOf, IdOf, Nullable, OneOf, TimestampOf } from '../platform/schema.ts';
import { REVERSAL_KINDS } from './reversal.ts';
import type { Reversal } from './store.ts';

export const Kind = OneOf(REVERSAL_KINDS, {
  examples: ['med'],
  description:
    '`estorno`: paid by another person than announced. `med`: paid by the right one, and taken back.',
});

const TaxId = (maxLength: number, description: string) =>
  Type.String({ maxLength, description, examples: ['12345678909'] });

export const ALERT_FIELDS = {
  id: IdOf('med', 'The alert.'),
  depositId: IdOf('dep', 'The deposit that was taken back.'),
  providerRef: Type.String({
    maxLength: 200,
    description: "The bank's id of the payment, where the provider tells it; else the charge's.",
    examples: ['fitbank_E18236120202611211234s0123456789'],
  }),
  blockchainTxId: Nullable(BlockchainTxId),
  tipo: Kind,
  cpfDivergente: Type.Boolean({
    description: 'Whether somebody else paid than announced.',
    examples: [false],
  }),
  amountCents: CentsOf('How much was taken back.', 5_199),
  payerName: Nullable(
    Type.String({
      maxLength: 1_000,
      description: 'Who paid, where it is known.',
      examples: ['Maria Souza'],
    }),
  ),
  // In the provider's own words, which may be no tax id at all.
  cpfReal: Nullable(TaxId(1_000, 'The tax id that paid, where it is known.')),
  cpfRequisitado: TaxId(14, 'The tax id that was announced.'),
  status: OneOf(['PENDING'], { description: 'Always PENDING.' }),
  deadline: TimestampOf('Until when it can be contested.', '2026-11-28T12:34:56.789Z'),
  createdAt: TimestampOf('When it was reported.'),
};

/** The wire's own words, some of them Portuguese, live here alone. */
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
