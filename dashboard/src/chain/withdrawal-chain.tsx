import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { WithdrawalDetail } from '../api/operations.ts';
import type { Tone } from '../theme.ts';
import { DataList } from '../ui/data-list.tsx';
import { Ago } from '../ui/date-time.tsx';
import type { IconName } from '../ui/icons.tsx';
import { Depix } from '../ui/money.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { depix } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { wrongOf } from './arrival.ts';
import { Callout } from './callout.tsx';
import { ChainSection } from './chain-section.tsx';
import { Transaction } from './transaction.tsx';
import { usePolling } from './use-polling.ts';
import { words } from './words.ts';

const LOOKS = {
  unchecked: ['neutral', 'clock'],
  seen: ['info', 'eye'],
  confirmed: ['ok', 'check'],
} as const satisfies Record<string, readonly [Tone, IconName]>;

type WithdrawalProps = { withdrawal: WithdrawalDetail };

/** Shown first while DePix are awaited: that some were seen, or what is wrong with them. */
export function WithdrawalNotice({ withdrawal }: WithdrawalProps): ReactNode {
  const say = useWords(words);
  const { status, chain } = withdrawal;
  const { state, problem, confirmations, confirmationsNeeded } = chain;
  usePolling('getWithdrawalDetail', isOpen(status) && state !== 'confirmed');
  // What was paid out all the same needs no attention any more.
  if (status === 'COMPLETED') return null;
  if (problem !== null) return <Problem withdrawal={withdrawal} problem={problem} />;
  if (status !== 'PENDING' || state === 'unchecked') return null;
  const isConfirmed = state === 'confirmed';
  const text = isConfirmed
    ? say.withdrawal.confirmedText
    : say.withdrawal.seenText({ count: confirmations, needed: confirmationsNeeded });
  return (
    <Callout
      tone="info"
      title={isConfirmed ? say.withdrawal.confirmedTitle : say.withdrawal.seenTitle}
    >
      <p>
        <RichText>{text}</RichText>
      </p>
    </Callout>
  );
}

interface ProblemProps extends WithdrawalProps {
  problem: NonNullable<WithdrawalDetail['chain']['problem']>;
}

function Problem({ withdrawal, problem }: ProblemProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const { depositAmountCents, chain } = withdrawal;
  const isOfAmount = problem === 'short' || problem === 'over';
  return (
    <Callout tone={problem === 'not_taken' ? 'warn' : 'danger'} title={say.problems[problem]}>
      {isOfAmount && chain.arrivedCents !== null && (
        <p>
          <RichText>
            {say.problemFigures({
              arrived: depix(chain.arrivedCents, language),
              due: depix(depositAmountCents, language),
            })}
          </RichText>
        </p>
      )}
      <p>{say.problemAdvice[problem]}</p>
    </Callout>
  );
}

/** What the network itself shows at the address of a withdrawal. */
export function WithdrawalChain({ withdrawal }: WithdrawalProps): ReactNode {
  const say = useWords(words);
  const { status, chain } = withdrawal;
  const { state, txId, confirmations, confirmationsNeeded, checkedAt, arrivedCents } = chain;
  const wrong = wrongOf(withdrawal);
  const isThere = state !== 'unchecked';
  // Nobody has asked the network about what was paid long ago.
  const isUnknown = checkedAt === null || status === 'COMPLETED';
  if (!isOpen(status) && !isThere && isUnknown) return null;
  const facts = [
    {
      label: say.confirmations,
      value: isThere
        ? say.confirmationsOf({ count: confirmations, needed: confirmationsNeeded })
        : undefined,
    },
    {
      label: say.withdrawal.arrived,
      value: arrivedCents === null ? undefined : <Depix cents={arrivedCents} />,
    },
    { label: say.checked, value: checkedAt && <Ago at={checkedAt} /> },
    { label: say.transaction, value: txId && <Transaction id={txId} /> },
  ];
  return (
    <ChainSection
      look={wrong === undefined ? LOOKS[state] : ['danger', 'alert']}
      state={wrong === undefined ? say.withdrawal.states[state] : say.problems[wrong]}
    >
      <Text size="sm">
        <Sentence chain={chain} isOpen={isOpen(status)} />
      </Text>
      <DataList facts={facts} />
    </ChainSection>
  );
}

function isOpen(status: WithdrawalDetail['status']): boolean {
  return status === 'PENDING' || status === 'PROCESSING';
}

interface SentenceProps {
  chain: WithdrawalDetail['chain'];
  isOpen: boolean;
}

function Sentence({ chain, isOpen }: SentenceProps): ReactNode {
  const say = useWords(words).withdrawal;
  const { state, checkedAt, arrivedCents, problem } = chain;
  if (state === 'unchecked') {
    if (!isOpen) return say.never;
    return checkedAt === null ? say.untold : say.unchecked;
  }
  // Another asset, which can be read, has no amount of DePix either.
  const isHidden = arrivedCents === null && problem !== 'other_asset';
  return isHidden ? `${say[state]} ${say.hidden}` : say[state];
}
