import { type ReactNode, useEffect, useRef } from 'react';
import { Ago } from '../ui/date-time.tsx';
import { Icon } from '../ui/icons.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import { shortened } from '../words/format.ts';
import { useWords } from '../words/use-words.ts';
import type { Choice, Hit } from './choice.ts';
import style from './palette.module.css';
import { words } from './words.ts';

interface ResultsProps {
  /** The prefix of the lines' ids. */
  id: string;
  groups: readonly (readonly [Choice['kind'], readonly Choice[]])[];
  presentId: string | undefined;
  onPoint: (choice: Choice) => void;
  onChoose: (choice: Choice) => void;
}

/** The field above keeps the focus and moves through them. */
export function Results({ id, groups, presentId, onPoint, onChoose }: ResultsProps): ReactNode {
  const say = useWords(words);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [presentId]);
  return (
    <div
      ref={list}
      role="listbox"
      id={`${id}-results`}
      aria-label={say.results}
      className={style['results']}
    >
      {groups.map(([kind, choices]) => (
        <div key={kind} role="group" aria-label={say.kind[kind]} className={style['group']}>
          <div className={style['kind']} aria-hidden="true">
            {say.kind[kind]}
          </div>
          {choices.map((choice) => (
            <div
              key={choice.id}
              role="option"
              id={`${id}-${choice.id}`}
              aria-selected={choice.id === presentId}
              className={style['option']}
              onPointerMove={() => {
                if (choice.id !== presentId) onPoint(choice);
              }}
              onClick={() => onChoose(choice)}
            >
              <Icon name={choice.icon} />
              <span className={style['title']}>{choice.title}</span>
              {choice.hit !== undefined && <Detail hit={choice.hit} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Detail({ hit }: { hit: Hit }): ReactNode {
  return (
    <>
      {hit.amountCents !== null && <Money cents={hit.amountCents} />}
      <Standing hit={hit} />
      <span className={style['aside']}>
        <Ago at={hit.at} clock={hit.kind === 'request' ? 'world' : 'environment'} />
      </span>
    </>
  );
}

function Standing({ hit: { kind, detail } }: { hit: Hit }): ReactNode {
  const say = useWords(words);
  switch (kind) {
    case 'deposit':
    case 'withdrawal':
    case 'delivery':
      return <Status of={kind} status={detail} />;
    case 'wallet':
      return <span className="ui-mono">{shortened(detail)}</span>;
    case 'link':
      return <span className="ui-mono">{detail}</span>;
    case 'request':
      return <span className={style['aside']}>{say.answered({ status: detail })}</span>;
  }
}
