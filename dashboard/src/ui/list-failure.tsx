import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { useWords } from '../words/use-words.ts';
import { Failure } from './failure.tsx';
import { Notice } from './notice.tsx';
import { words } from './words.ts';

interface ListFailureProps {
  error: Error;
  retry: () => void;
  /** What failed, in the screen's words. */
  what: string | undefined;
}

/** A page that is refused stays refused, so the list starts over instead. */
export function ListFailure({ error, retry, what }: ListFailureProps): ReactNode {
  const say = useWords(words);
  const navigate = useNavigate();
  const { cursor } = useSearch({ strict: false });
  if (cursor === undefined || !(error instanceof ApiFailure) || error.status !== 400) {
    return <Failure error={error} retry={retry} {...(what !== undefined && { what })} />;
  }
  const begin = () =>
    void navigate({ to: '.', replace: true, search: (old) => ({ ...old, cursor: undefined }) });
  return (
    <Notice role="alert" title={say.noSuchPage}>
      <Button size="sm" variant="default" mt="xs" onClick={begin}>
        {say.firstPage}
      </Button>
    </Notice>
  );
}
