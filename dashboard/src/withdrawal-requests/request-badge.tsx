import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { useTenantQuery } from '../api/query.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './badge-words.ts';

const AGAIN_MS = 30_000;

/** Unanswered requests of agents; a count that could not be read is not shown as zero. */
export function RequestBadge(): ReactNode {
  const say = useWords(words);
  const maySee = useMay()('see read:transactions');
  const { data, error } = useTenantQuery('listWithdrawalRequests', {
    query: { waiting: 'true', limit: 100 },
    enabled: maySee,
    everyMs: AGAIN_MS,
  });
  const count = data?.data.length ?? 0;
  if (error === null && count === 0) return null;
  const isKnown = error === null;
  return (
    <span className="shell-badge" data-unknown={!isKnown || undefined}>
      <span aria-hidden="true">{isKnown ? count : '?'}</span>
      <span className="ui-unseen">{isKnown ? say.waiting({ count }) : say.unknown}</span>
    </span>
  );
}
