import type { ReactNode } from 'react';
import type { MaskedReversal, RevealedReversal } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { formatTaxId } from '../documents/tax-id.ts';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import style from './reversals.module.css';
import { differingParts } from './differing.ts';
import { words } from './words.ts';

type Reveal = ReturnType<typeof useReveal>;

function useReveal() {
  const call = useTenantCall();
  return useAct((id: string) => call('revealAlert', { path: { id } }));
}

/**
 * Who paid and who was expected to: masked until somebody asks to see, and only while they look.
 */
export function usePeople(reversal: MaskedReversal): { facts: Facts; reveal: Reveal } {
  const say = useWords(words);
  const reveal = useReveal();
  const { payerName, ...documents }: RevealedReversal = reveal.data ?? reversal;
  const cpfReal = documents.cpfReal && shown(documents.cpfReal);
  const cpfRequisitado = shown(documents.cpfRequisitado);
  const facts = [
    { label: say.payer, value: payerName ?? say.unknown },
    {
      label: say.paidBy,
      value:
        cpfReal === null ? (
          say.unknown
        ) : (
          <Document text={cpfReal} other={cpfRequisitado} differs={reversal.cpfDivergente} />
        ),
    },
    {
      label: say.informed,
      value: (
        <Document
          text={cpfRequisitado}
          other={reversal.cpfDivergente ? (cpfReal ?? cpfRequisitado) : cpfRequisitado}
        />
      ),
    },
  ];
  return { facts, reveal };
}

/** Masked ones are punctuated already. */
function shown(document: string): string {
  return document.includes('*') ? document : formatTaxId(document);
}

type Facts = { label: string; value: ReactNode }[];

interface DocumentProps {
  text: string;
  other: string;
  differs?: boolean;
}

function Document({ text, other, differs = false }: DocumentProps): ReactNode {
  const say = useWords(words);
  return (
    <>
      <span className="ui-mono">
        {differingParts(text, other).map((part, at) =>
          part.differs ? (
            <mark key={at} className={style['mark']}>
              {part.text}
            </mark>
          ) : (
            part.text
          ),
        )}
      </span>{' '}
      {differs && (
        <Tag tone="warn" icon="alert">
          {say.differs}
        </Tag>
      )}
    </>
  );
}
