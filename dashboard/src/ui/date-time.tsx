import type { ReactNode } from 'react';
import { type Clock, useNow } from '../api/use-now.ts';
import { dateTime, relative } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';

export function DateTime({ at }: { at: string }): ReactNode {
  return <time dateTime={at}>{dateTime(at, useLanguage())}</time>;
}

interface AgoProps {
  at: string;
  /** The clock by which it was recorded. */
  clock?: Clock;
}

/** How long ago, or until then, with the full time behind it. */
export function Ago(props: AgoProps): ReactNode {
  const full = dateTime(props.at, useLanguage());
  // Wraps the time instead of containing it, or it would be read out twice.
  return (
    <span title={full} className="ui-ago">
      <AgoBesideDate {...props} />
      <span className="ui-unseen"> ({full})</span>
    </span>
  );
}

/** The same where the full time is beside it, and must not be read out twice. */
export function AgoBesideDate({ at, clock }: AgoProps): ReactNode {
  const language = useLanguage();
  return <time dateTime={at}>{relative(at, useNow(clock), language)}</time>;
}
