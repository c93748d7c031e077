import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ActButton } from './act-button.tsx';
import { Failure } from './failure.tsx';
import { LeaveQuestion } from './leave-question.tsx';

interface SavedFormProps {
  /** Whether there are unsaved changes; leaving then asks first. */
  isChanged: boolean;
  isBusy: boolean;
  error: Error | null;
  /** What failed, and the button's label. */
  notSaved: string;
  save: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form that is part of a page and can be saved there repeatedly. */
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
