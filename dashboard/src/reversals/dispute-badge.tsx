import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { useTenantQuery } from '../api/query.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './badge-words.ts';

const AGAIN_MS = 30_000;

function useCounts() {
  const maySee = useMay()('see alerts:manage');
  return useTenantQuery('countAlerts', { enabled: maySee, everyMs: AGAIN_MS });
}

/** Where to look first: at what the badge counts, or else at the whole list. */
export function useReversalsSearch(): { tipo?: 'med' } {
  const { data } = useCounts();
  return data !== undefined && data.med > 0 ? { tipo: 'med' } : {};
}

/** Disputes that nobody has seen; a count that could not be read is never shown as zero. */
export function DisputeBadge(): ReactNode {
  const say = useWords(words);
  const { data, error } = useCounts();
  if (error === null && (data === undefined || data.med === 0)) return null;
  const isKnown = error === null && data !== undefined;
  return (
    <span className="shell-badge" data-unknown={!isKnown || undefined}>
      <span aria-hidden="true">{isKnown ? data.med : '?'}</span>
      <span className="ui-unseen">{isKnown ? say.unseen({ count: data.med }) : say.unknown}</span>
    </span>
  );
}
