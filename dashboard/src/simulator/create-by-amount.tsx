import { Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { amountProblem, readAmount, writeAmount } from '../amounts/amount.ts';
import { AmountField } from '../amounts/amount-field.tsx';
import { words as amountWords } from '../amounts/words.ts';
import { outcomeOf } from '../orders/order-outcome.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { announce } from '../ui/toast.tsx';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

interface CreateByAmountProps<Made> {
  button: string;
  act: {
    mutate: (
      cents: number,
      options: { onSuccess: (made: Made) => void; onError: (error: Error) => void },
    ) => void;
    isPending: boolean;
    error: Error | null;
  };
  /** The order had a final response, so the next one is a new order. */
  onNewKey: () => void;
  onCreated: (made: Made) => void;
}

/** Only the amount has to be given; people and keys are made up. */
export function CreateByAmount<Made>(props: CreateByAmountProps<Made>): ReactNode {
  const { button, act, onNewKey, onCreated } = props;
  const say = useWords(words);
  const problems = useWords(amountWords).problem;
  const language = useLanguage();
  const [typed, setTyped] = useState(() => writeAmount(5_000, language));
  const [isChecked, setChecked] = useState(false);
  const problem = amountProblem(typed, language);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const cents = readAmount(typed, language);
    if (problem !== undefined || cents === undefined) return focusFirstWrong();
    act.mutate(cents, {
      onSuccess: (made) => {
        onNewKey();
        announce(say.created);
        onCreated(made);
      },
      onError: (error) => {
        if (outcomeOf(error) === 'refused') onNewKey();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <AmountField
          value={typed}
          error={isChecked && problem !== undefined ? problems[problem] : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ActButton type="submit" busy={act.isPending}>
          {button}
        </ActButton>
        {act.error !== null && <Failure error={act.error} />}
      </Stack>
    </form>
  );
}
