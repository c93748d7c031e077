import type { ReactNode } from 'react';
import type { OnChainBalance } from '../api/operations.ts';
import { Ago } from '../ui/date-time.tsx';
import { Depix } from '../ui/money.tsx';
import { useWords } from '../words/use-words.ts';
import style from './chain.module.css';
import { words } from './words.ts';

/** What is at the addresses of a wallet, how old the figure is, or why there is none. */
export function OnChain({ onChain }: { onChain: OnChainBalance }): ReactNode {
  const say = useWords(words).balance;
  const { state, balanceCents, checkedAt } = onChain;
  if (state === 'known' && balanceCents !== null) {
    return (
      <span>
        <Depix cents={balanceCents} />
        {checkedAt !== null && (
          <span className={style['aside']}>
            {say.checked} <Ago at={checkedAt} />
          </span>
        )}
      </span>
    );
  }
  const isHidden = state === 'unobservable';
  return (
    <span>
      {isHidden ? say.unobservable : say.unavailable}
      <span className={style['aside']}>{isHidden ? say.unobservableWhy : say.unavailableWhy}</span>
    </span>
  );
}
