import { type ReactNode, useState } from 'react';
import { Notice } from '../ui/notice.tsx';

interface LimitProps {
  /** Mounted only while this is not 0. */
  seconds: number;
  say: (wait: { seconds: number }) => string;
}

/** Counted down for the eye only: spoken each second, it would drown everything else. */
export function Limit({ seconds, say }: LimitProps): ReactNode {
  const [all] = useState(seconds);
  return (
    <Notice
      role="status"
      icon="clock"
      title={
        <>
          <span aria-hidden="true">{say({ seconds })}</span>
          <span className="ui-unseen">{say({ seconds: all })}</span>
        </>
      }
    />
  );
}
