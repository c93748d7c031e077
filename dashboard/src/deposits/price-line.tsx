import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTenantQuery } from '../api/query.ts';
import { amountProblem, readAmount } from '../amounts/amount.ts';
import { RichText } from '../ui/rich-text.tsx';
import { money } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import style from './deposits.module.css';
import { words } from './words.ts';

interface PriceLineProps {
  typed: string;
  passFeesToPayer: boolean;
}

/** The price of an order, as the server computes it. */
export function PriceLine({ typed, passFeesToPayer }: PriceLineProps): ReactNode {
  const say = useWords(words).price;
  const language = useLanguage();
  const [settled] = useDebouncedValue(typed, 250);
  const { data, error, isPlaceholderData } = useTenantQuery('priceDeposit', {
    query: {
      amountCents: String(readAmount(settled, language) ?? 0),
      passFeesToPayer: passFeesToPayer ? 'true' : 'false',
    },
    enabled: amountProblem(settled, language) === undefined,
  });
  const isForTyped =
    readAmount(typed, language) === readAmount(settled, language) && !isPlaceholderData;
  const line = () => {
    if (amountProblem(typed, language) !== undefined) return say.hint;
    // The price for a different amount is worse than none.
    if (!isForTyped) return '\u00a0';
    if (error !== null) return say.failed;
    if (data === undefined) return '\u00a0';
    return say.line({
      total: money(data.totalCents, language),
      net: money(data.netCents, language),
      fee: money(data.feeCents, language),
    });
  };
  const text = line();
  return (
    <Text role="status" aria-label={say.label} className={style['price']}>
      {/* Replaced as one block: of changes inside of it Orca tells each number by itself. */}
      <span key={text}>
        <RichText>{text}</RichText>
      </span>
    </Text>
  );
}
