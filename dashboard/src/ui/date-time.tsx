import type { ReactNode } from 'react';
import { type Clock, useNow } from '../api/use-now.ts';
import { dateTime, relative } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';

export function DateTime({ at }: { at: string }): ReactNode {
  return <time dateTime={at}>{dateTime(at, useLanguage())}</time>;
}

interface AgoProps {
  at: string;
  /** By which clock it was written down. */
  clock?: Clock;
}

/** How long since, or until, with the full time behind it. */
export function Ago(props: AgoProps): ReactNode {
  const full = dateTime(props.at, useLanguage());
  // Around the time and not of it, or it would be read twice.
  return (
    <span title={full}>
      <AgoBesideDate {...props} />
      <span className="ui-unseen"> ({full})</span>
    </span>
  );
}

/** The same where the full time stands beside it, and is not to be read twice. */
export function AgoBesideDate({ at, clock }: AgoProps): ReactNode {
  const language = useLanguage();
  return <time dateTime={at}>{relative(at, useNow(clock), language)}</time>;
}
