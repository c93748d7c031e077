import { Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { AmountField } from '../amounts/amount-field.tsx';
import { amountProblem, readAmount } from '../amounts/amount.ts';
import { hasCode } from '../api/api-failure.ts';
import type { PaymentLink, PaymentLinkOrder } from '../api/operations.ts';
import { ErrorSummary } from '../orders/error-summary.tsx';
import { ActButton } from '../ui/act-button.tsx';
import { heldWhile } from '../ui/held-while.ts';
import { Money } from '../ui/money.tsx';
import { NotSaved } from '../ui/not-saved.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { words as uiWords } from '../ui/words.ts';
import { type Language, useLanguage } from '../words/language.ts';
import { ownWords } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import style from './links.module.css';
import { Preview } from './preview.tsx';
import { words } from './words.ts';

interface LinkFormProps {
  /** The link being changed; its amount stays. */
  link?: PaymentLink;
  isBusy: boolean;
  error: Error | null;
  onChange: (isBegun: boolean) => void;
  onSubmit: (order: PaymentLinkOrder) => void;
}

export function LinkForm({ link, isBusy, error, onChange, onSubmit }: LinkFormProps): ReactNode {
  const say = useWords(words).form;
  const id = useId();
  const language = useLanguage();
  const form = useLinkForm(link, isBusy);
  const [attempt, setAttempt] = useState(0);
  const { values } = form;
  const isBegun = form.isDirty();
  // Before the next key press is handled: it may be the one that closes the form.
  useLayoutEffect(() => onChange(isBegun), [isBegun, onChange]);
  const problems = useProblems(form, id, error);
  const submit = form.onSubmit(
    (written) => onSubmit(orderOf(written, language)),
    () => setAttempt((times) => times + 1),
  );
  const amountCents = link === undefined ? readAmount(values.amount, language) : link.amountCents;
  return (
    <div className={style['columns']}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <ErrorSummary problems={problems} attempt={attempt} />
          <Fields id={id} form={form} link={link} />
          {error !== null && problems.length === 0 && <NotSaved error={error} />}
          <ActButton type="submit" size="md" busy={isBusy}>
            {link === undefined ? say.create : say.save}
          </ActButton>
        </Stack>
      </form>
      <Preview
        title={values.title}
        description={values.description}
        amountCents={amountCents ?? undefined}
      />
    </div>
  );
}

type LinkFormState = ReturnType<typeof useLinkForm>;

/** What is wrong, by field; the server's complaint about the amount is shown at the amount. */
function useProblems(form: LinkFormState, id: string, error: Error | null) {
  const say = useWords(words).form;
  const { errors } = form;
  // Only once, since what is typed next was not refused.
  const refuseAmount = useEffectEvent((text: string) => form.setFieldError('amount', text));
  useEffect(() => {
    if (hasCode(error, 'invalid_amount')) refuseAmount(error.message);
  }, [error]);
  return (['title', 'amount'] as const).flatMap((name) => {
    const text = errors[name];
    return typeof text === 'string'
      ? [{ fieldId: `${id}-${name}`, text: `${say[name]}: ${text}` }]
      : [];
  });
}

interface FieldsProps {
  id: string;
  form: LinkFormState;
  link: PaymentLink | undefined;
}

function Fields({ id, form, link }: FieldsProps): ReactNode {
  const say = useWords(words).form;
  const { optional } = useWords(uiWords);
  return (
    <>
      <TextField
        id={`${id}-title`}
        label={say.title}
        description={say.titleHint}
        most={120}
        aria-required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('title')}
      />
      <TextArea
        label={optional({ label: say.description })}
        description={say.descriptionHint}
        most={500}
        rows={3}
        {...form.getInputProps('description')}
      />
      {link === undefined ? (
        <AmountField
          id={`${id}-amount`}
          label={optional({ label: say.amount })}
          description={say.amountHint}
          aria-required={false}
          {...form.getInputProps('amount')}
          // The server's refusal holds until the amount is changed.
          onBlur={() => form.errors['amount'] === undefined && form.validateField('amount')}
        />
      ) : (
        <FixedAmount link={link} />
      )}
    </>
  );
}

function FixedAmount({ link }: { link: PaymentLink }): ReactNode {
  const say = useWords(words);
  return (
    <Text size="sm" c="dimmed" component="div">
      {say.amount}: {link.amountCents === null ? say.open : <Money cents={link.amountCents} />}.{' '}
      {say.form.amountFixed}
    </Text>
  );
}

function useLinkForm(link: PaymentLink | undefined, isBusy: boolean) {
  const language = useLanguage();
  const say = useWords(words).form;
  return useForm({
    initialValues: { title: link?.title ?? '', description: link?.description ?? '', amount: '' },
    enhanceGetInputProps: heldWhile(isBusy),
    validate: {
      title: (title) => (ownWords(title) === '' ? say.titleMissing : null),
      amount: (typed) =>
        typed.trim() !== '' && amountProblem(typed, language) !== undefined ? say.amountHint : null,
    },
  });
}

function orderOf(
  values: { title: string; description: string; amount: string },
  language: Language,
): PaymentLinkOrder {
  const amountCents = readAmount(values.amount, language);
  return {
    title: ownWords(values.title),
    description: ownWords(values.description),
    ...(amountCents === undefined ? {} : { amountCents }),
  };
}
