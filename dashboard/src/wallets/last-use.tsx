import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { useTenantQuery } from '../api/query.ts';
import { Ago } from '../ui/date-time.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** When a charge last named this wallet. */
export function LastUse({ walletId }: { walletId: string }): ReactNode {
  const say = useWords(words);
  const maySee = useMay()('see read:transactions');
  const { data, error } = useTenantQuery('listDeposits', {
    query: { walletId, limit: 1 },
    enabled: maySee,
  });
  if (data === undefined && error === null && maySee) return <Skeleton height="1.25rem" />;
  if (data === undefined) return say.unknownUse;
  const [last] = data.data;
  return last === undefined ? say.neverUsed : <Ago at={last.createdAt} />;
}
