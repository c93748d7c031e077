import type { ReactNode } from 'react';
import { useTenantQuery } from '../api/query.ts';
import { Empty } from '../ui/empty.tsx';

interface NoOrdersProps {
  of: 'deposit' | 'withdrawal';
  say: { first: string; none: string; noneFiltered: string };
  isFiltered: boolean;
  add: ReactNode;
}

/** Nobody has ever ordered one here, or just not in this period. */
export function NoOrders({ of, say, isFiltered, add }: NoOrdersProps): ReactNode {
  const operation = of === 'deposit' ? 'listDeposits' : 'listWithdrawals';
  const { data, isPending } = useTenantQuery(operation, { query: { limit: 1 } });
  if (isPending) return null;
  if (data?.data.length === 0) {
    return (
      <Empty icon={of} action={add}>
        {say.first}
      </Empty>
    );
  }
  return <Empty icon="search">{isFiltered ? say.noneFiltered : say.none}</Empty>;
}
