import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ActButton } from './act-button.tsx';
import { Failure } from './failure.tsx';
import { LeaveQuestion } from './leave-question.tsx';

interface SavedFormProps {
  /** Whether something is typed that is not saved; leaving then asks first. */
  isChanged: boolean;
  isBusy: boolean;
  error: Error | null;
  /** What failed, and the button's words. */
  notSaved: string;
  save: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form that stands on a page and is saved there, as often as one likes. */
export function SavedForm(props: SavedFormProps): ReactNode {
  const { isChanged, isBusy, error, notSaved, save, onSubmit, children } = props;
  return (
    <>
      {isChanged && <LeaveQuestion />}
      <form onSubmit={onSubmit} className="ui-saved-form" noValidate>
        <Stack>
          {children}
          {error !== null && <Failure error={error} what={notSaved} />}
          <ActButton type="submit" busy={isBusy} mr="auto">
            {save}
          </ActButton>
        </Stack>
      </form>
    </>
  );
}
