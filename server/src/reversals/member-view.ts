import { type Static, Type } from 'typebox';
import { IdOf, Nullable, TimestampOf } from '../platform/schema.ts';
import type { MemberReversal, Note } from './member-store.ts';
import { maskAnyTaxId } from '../pix/tax-id.ts';
import { itemOf, REVERSAL_FIELDS } from './view.ts';

// Each schema whitelists the fields of an answer, so that no new column can leak.

export const NoteView = Type.Object(
  {
    id: IdOf('nte', 'The note.'),
    text: Type.String({
      maxLength: 2_000,
      description: 'What is to be remembered.',
      examples: ['Pedido 4711 entregue em 20/11.'],
    }),
    writtenBy: Nullable(
      Type.String({
        maxLength: 254,
        description: 'Who wrote it.',
        examples: ['ana@loja.example'],
      }),
    ),
    createdAt: TimestampOf('When it was written.'),
  },
  { title: 'ReversalNote' },
);

const Masked = (description: string) =>
  Type.String({ maxLength: 20, description, examples: ['***.456.789-**'] });
const { payerName, cpfReal, cpfRequisitado, ...PLAIN } = REVERSAL_FIELDS;

export const ReversalView = Type.Object(
  {
    ...PLAIN,
    payerName: Nullable(
      Type.String({ maxLength: 1_000, description: 'Who paid, masked.', examples: ['M*** S***'] }),
    ),
    cpfReal: Nullable(Masked('The tax id that paid, masked, where it is known.')),
    cpfRequisitado: Masked('The tax id that was announced, masked.'),
    isDisputed: Type.Boolean({
      description:
        'Whether it had been confirmed, or a MED was filed; else it was only given back.',
      examples: [true],
    }),
    isSeen: Type.Boolean({ description: 'Whether a member marked it as seen.', examples: [false] }),
    notes: Type.Array(NoteView, { maxItems: 20, description: 'The newest notes, newest first.' }),
  },
  { title: 'MaskedReversal' },
);

export const RevealedView = Type.Object(
  { payerName, cpfReal, cpfRequisitado },
  { title: 'RevealedReversal' },
);

export function noteView(note: Note): Static<typeof NoteView> {
  return { ...note, createdAt: note.createdAt.toISOString() };
}

export function reversalView(
  reversal: MemberReversal,
  notes: readonly Note[],
): Static<typeof ReversalView> {
  const { payerName, cpfReal, cpfRequisitado, ...rest } = itemOf(reversal);
  return {
    ...rest,
    payerName: payerName && maskName(payerName),
    cpfReal: cpfReal && maskAnyTaxId(cpfReal),
    cpfRequisitado: maskAnyTaxId(cpfRequisitado),
    isDisputed: reversal.disputed,
    isSeen: reversal.seenAt !== null,
    notes: notes.map(noteView),
  };
}

/** The first letter of each word: enough to recognise somebody who is expected. */
function maskName(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words.map((word) => `${[...word][0] ?? ''}***`).join(' ');
}
