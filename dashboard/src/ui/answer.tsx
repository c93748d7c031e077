import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface AnswerProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** What failed, in the screen's words. */
  failed: string;
  /** A placeholder shown while loading, as tall as the content will be. */
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data, also while it is being refreshed; or that it could not be loaded. */
export function Answer<Data>(props: AnswerProps<Data>): ReactNode {
  const { query, failed, waiting, children } = props;
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return waiting;
  return <Failure error={error} what={failed} retry={() => void refetch()} />;
}
