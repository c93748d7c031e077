import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ActButton } from './act-button.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { NotSaved } from './not-saved.tsx';

interface SavedFormProps {
  /** Whether there are unsaved changes; leaving then asks first. */
  isChanged: boolean;
  isBusy: boolean;
  error: Error | null;
  /** The button's label. */
  save: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form that is part of a page and can be saved there repeatedly. */
export function SavedForm(props: SavedFormProps): ReactNode {
  const { isChanged, isBusy, error, save, onSubmit, children } = props;
  return (
    <>
      {isChanged && <LeaveQuestion />}
      <form onSubmit={onSubmit} className="ui-saved-form" noValidate>
        <Stack>
          {children}
          {error !== null && <NotSaved error={error} />}
          <ActButton type="submit" busy={isBusy} mr="auto">
            {save}
          </ActButton>
        </Stack>
      </form>
    </>
  );
}
