import { Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { amountProblem, readAmount, writeAmount } from '../amounts/amount.ts';
import { AmountField } from '../amounts/amount-field.tsx';
import { words as amountWords } from '../amounts/words.ts';
import { makeUuid } from '../api/make-uuid.ts';
import { useAct } from '../api/query.ts';
import { outcomeOf } from '../orders/order-outcome.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { announce } from '../ui/toast.tsx';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

interface CreateByAmountProps {
  button: string;
  create: (amountCents: number, idempotencyKey: string) => Promise<{ id: string }>;
  list: 'listDeposits' | 'listWithdrawals';
  onCreated: (id: string) => void;
}

/** Only the amount has to be given; people and keys are made up. */
export function CreateByAmount(props: CreateByAmountProps): ReactNode {
  const { button, create, list, onCreated } = props;
  const say = useWords(words);
  const problems = useWords(amountWords).problem;
  const language = useLanguage();
  const [typed, setTyped] = useState(() => writeAmount(5_000, language));
  const [isChecked, setChecked] = useState(false);
  const [idempotencyKey, setKey] = useState(makeUuid);
  const act = useAct((cents: number) => create(cents, idempotencyKey), [list]);
  /** The order had a final response, so the next one is a new order. */
  const renewKey = () => setKey(makeUuid());
  const problem = amountProblem(typed, language);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const cents = readAmount(typed, language);
    if (problem !== undefined || cents === undefined) return focusFirstWrong();
    act.mutate(cents, {
      onSuccess: ({ id }) => {
        renewKey();
        announce(say.created);
        onCreated(id);
      },
      onError: (error) => {
        if (outcomeOf(error) === 'refused') renewKey();
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
