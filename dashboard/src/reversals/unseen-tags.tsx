import type { ReactNode } from 'react';
import type { ReversalCount } from '../api/operations.ts';
import { Tag } from '../ui/status.tsx';

interface UnseenTagsProps {
  counts: ReversalCount;
  say: Record<keyof ReversalCount, (values: { count: number }) => string>;
}

/** How many disputes and returns nobody has seen; none of a kind is left out. */
export function UnseenTags({ counts: { med, estorno }, say }: UnseenTagsProps): ReactNode {
  return (
    <>
      {med > 0 && (
        <div>
          <Tag tone="danger" icon="alert">
            {say.med({ count: med })}
          </Tag>
        </div>
      )}
      {estorno > 0 && (
        <div>
          <Tag tone="warn" icon="returned">
            {say.estorno({ count: estorno })}
          </Tag>
        </div>
      )}
    </>
  );
}
