import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { Failure, useFailureText } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';

const EXPECTED = 500;

/** Why an entry form was refused: plain words, or a request id to quote if it is our fault. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }): ReactNode {
  const text = useFailureText()(error);
  if (error === null || error === undefined) return null;
  const isExpected = error instanceof ApiFailure && error.status > 0 && error.status < EXPECTED;
  if (!isExpected) return <Failure error={error} {...(retry !== undefined && { retry })} />;
  return (
    <Alert role="alert" color="red" variant="outline" icon={<Icon name="alert" />} title={text} />
  );
}
