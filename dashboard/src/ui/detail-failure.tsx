import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { useWords } from '../words/use-words.ts';
import { Failure } from './failure.tsx';
import { Notice } from './notice.tsx';
import { words } from './words.ts';

interface DetailFailureProps {
  error: Error;
  retry: () => void;
  /** What failed, in the screen's words. */
  what: string;
  /** The same for what does not exist: "Este depósito não existe." */
  missing: string;
  list: LinkProps;
}

/** Retrying does not help with what does not exist, so this leads to the list instead. */
export function DetailFailure(props: DetailFailureProps): ReactNode {
  const { error, retry, what, missing, list } = props;
  const say = useWords(words);
  if (!(error instanceof ApiFailure) || error.status !== 404) {
    return <Failure error={error} what={what} retry={retry} />;
  }
  return (
    <Notice role="alert" title={missing}>
      <Link search replace {...list}>
        {say.toList}
      </Link>
    </Notice>
  );
}
