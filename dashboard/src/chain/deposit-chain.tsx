import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import type { DepositDetail } from '../api/operations.ts';
import { useTenant } from '../api/use-tenant.ts';
import type { Tone } from '../theme.ts';
import { DataList } from '../ui/data-list.tsx';
import { Ago } from '../ui/date-time.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { depix } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import style from './chain.module.css';
import { ChainSection } from './chain-section.tsx';
import { Callout } from './callout.tsx';
import { Proof } from './proof.tsx';
import { Transaction } from './transaction.tsx';
import { usePolling } from './use-polling.ts';
import { words } from './words.ts';

const LOOKS = {
  unchecked: ['info', 'clock'],
  seen: ['info', 'eye'],
  confirmed: ['ok', 'check'],
  mismatch: ['danger', 'alert'],
  unobservable: ['neutral', 'shield'],
} as const satisfies Record<string, readonly [Tone, IconName]>;

type DepositProps = { deposit: DepositDetail };

/** Shown first: the network contradicts the provider. */
export function DepositMismatch({ deposit }: DepositProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const { chain, reason, settledCents } = deposit;
  const { fault, arrivedCents } = chain;
  if (fault === null) return null;
  const due = depix(settledCents, language);
  const amounts =
    arrivedCents === null
      ? say.faults.other_amount_unread({ due })
      : say.faults.other_amount({ arrived: depix(arrivedCents, language), due });
  return (
    <Callout tone="danger" title={say.faultTitle}>
      <p>
        <RichText>{fault === 'other_amount' ? amounts : say.faults[fault]}</RichText>
      </p>
      <p>{reason === 'paid_short' ? say.faultPaidShort : say.faultAdvice}</p>
    </Callout>
  );
}

/** Whether the stablecoin really arrived, as the network itself shows. */
export function DepositChain({ deposit }: DepositProps): ReactNode {
  const say = useWords(words);
  const { id, status, blockchainTxId, chain } = deposit;
  const { state, confirmations, confirmationsNeeded, checkedAt } = chain;
  const hasTransaction = blockchainTxId !== null;
  usePolling('getDepositDetail', hasTransaction && (state === 'unchecked' || state === 'seen'));
  if (!hasTransaction && status !== 'CONFIRMED') return null;
  const isThere = state !== 'unchecked' && chain.fault !== 'missing';
  const hasAmounts = chain.assetOk !== null || chain.amountOk !== null || state === 'unobservable';
  const facts = [
    {
      label: say.confirmations,
      value: isThere
        ? say.confirmationsOf({ count: confirmations, needed: confirmationsNeeded })
        : undefined,
    },
    { label: say.asset, value: hasAmounts ? <Tick isOk={chain.assetOk} /> : undefined },
    { label: say.amount, value: hasAmounts ? <Tick isOk={chain.amountOk} /> : undefined },
    { label: say.checked, value: checkedAt && <Ago at={checkedAt} /> },
    { label: say.transaction, value: blockchainTxId && <Transaction id={blockchainTxId} /> },
  ];
  return (
    <ChainSection look={LOOKS[state]} state={say.deposit.states[state]}>
      <Sentence deposit={deposit} />
      <DataList facts={facts} />
      {state !== 'unchecked' && state !== 'mismatch' && (
        <Proof depositId={id} isHidden={state === 'unobservable'} />
      )}
    </ChainSection>
  );
}

function Sentence({ deposit: { blockchainTxId, chain } }: DepositProps): ReactNode {
  const say = useWords(words).deposit;
  const params = useTenant();
  const maySeeWallets = useMay()('see wallets:read');
  const { state, checkedAt } = chain;
  switch (state) {
    case 'unchecked':
      if (blockchainTxId === null) return <Text size="sm">{say.untold}</Text>;
      return <Text size="sm">{checkedAt === null ? say.unchecked : say.absent}</Text>;
    case 'mismatch':
      return null;
    case 'unobservable':
      return (
        <Text size="sm">
          {say.unobservable} {say.unobservableAdvice}{' '}
          {maySeeWallets && (
            <Link to="/$accountId/$mode/wallets" params={params}>
              {say.wallets}
            </Link>
          )}
        </Text>
      );
    default:
      return <Text size="sm">{say[state]}</Text>;
  }
}

function Tick({ isOk }: { isOk: boolean | null }): ReactNode {
  const say = useWords(words).ticks;
  const [tone, icon, word] =
    isOk === null
      ? (['neutral', 'shield', say.unknown] as const)
      : isOk
        ? (['ok', 'check', say.ok] as const)
        : (['danger', 'close', say.wrong] as const);
  return (
    <span className={style['tick']} data-tone={tone}>
      <Icon name={icon} size={16} />
      {word}
    </span>
  );
}
