import { Button, NativeSelect, TextInput, Title } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { AmountField } from '../amounts/amount-field.tsx';
import { amountProblem, readAmount } from '../amounts/amount.ts';
import { words as amountWords } from '../amounts/words.ts';
import type { WithdrawalOrder } from '../api/operations.ts';
import { TaxIdField } from '../documents/tax-id-field.tsx';
import { formatTaxId, plainTaxId, taxIdProblem } from '../documents/tax-id.ts';
import { words as documentWords } from '../documents/words.ts';
import { ErrorSummary } from '../orders/error-summary.tsx';
import orderStyle from '../orders/orders.module.css';
import { TextField } from '../ui/text-field.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';
import { words as uiWords } from '../ui/words.ts';
import { inWords } from '../words/in-words.ts';
import { type Language, useLanguage } from '../words/language.ts';
import { ownWords } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import {
  holderOf,
  isCpfOrPhone,
  isOfAnother,
  keyProblem,
  normalKey,
  PIX_KEY_TYPES,
  settleKey,
  type TypedKey,
} from './pix-key.ts';
import style from './withdrawals.module.css';
import { words } from './words.ts';

interface WithdrawalValues extends TypedKey {
  amount: string;
  taxId: string;
  /** Whether it was typed rather than taken from the key. */
  isTaxIdTyped: boolean;
  externalId: string;
}

type WithdrawalFormState = UseFormReturnType<WithdrawalValues>;

const FIELDS = ['amount', 'key', 'type', 'taxId'] as const;

export function useWithdrawalForm(): WithdrawalFormState {
  const say = useWords(words).form;
  const language = useLanguage();
  const amountSay = useWords(amountWords).problem;
  const documentSay = useWords(documentWords).problem;
  return useForm<WithdrawalValues>({
    initialValues: {
      amount: '',
      key: '',
      type: '',
      isTypeChosen: false,
      taxId: '',
      isTaxIdTyped: false,
      externalId: '',
    },
    validateInputOnBlur: ['amount'],
    validate: {
      amount: (typed) => inWords(amountProblem(typed, language), amountSay),
      key: (typed, { type }) => inWords(keyProblem(typed, type), say.wrong),
      type: (type, { key }) => {
        if (type !== '' || keyProblem(key, type) !== undefined) return null;
        return isCpfOrPhone(key) ? say.typeEither : say.missingType;
      },
      taxId: (typed) => inWords(taxIdProblem(typed), documentSay),
    },
  });
}

export function orderOf(values: WithdrawalValues, language: Language): WithdrawalOrder {
  const { amount, key, type, taxId, externalId } = values;
  // The form cannot be submitted without a type.
  const pixKeyType = type === '' ? 'EVP' : type;
  const name = ownWords(externalId);
  return {
    amountCents: readAmount(amount, language) ?? 0,
    pixKeyType,
    pixKey: normalKey(pixKeyType, key),
    taxId: plainTaxId(taxId),
    ...(name === '' ? {} : { externalId: name }),
  };
}

interface WithdrawalFormProps {
  form: WithdrawalFormState;
  /** Returned from the second step, whose button has gone together with the focus. */
  isBack: boolean;
  onNext: () => void;
}

/** The first step. */
export function WithdrawalForm({ form, isBack, onNext }: WithdrawalFormProps): ReactNode {
  const say = useWords(words).form;
  const { optional } = useWords(uiWords);
  const id = useId();
  const [attempt, setAttempt] = useState(0);
  const labels = { ...say, amount: useWords(amountWords).amount };
  const problems = FIELDS.flatMap((name) => {
    const error = form.errors[name];
    if (typeof error !== 'string') return [];
    return [{ fieldId: `${id}-${name}`, text: `${labels[name]}: ${error}` }];
  });
  const send = form.onSubmit(onNext, () => setAttempt((times) => times + 1));
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        // Enter submits without leaving the field.
        settle(form);
        send(event);
      }}
      className={orderStyle['fields']}
    >
      <Heading isBack={isBack} />
      <ErrorSummary problems={problems} attempt={attempt} />
      <AmountField
        id={`${id}-amount`}
        {...form.getInputProps('amount')}
        description={say.amountHint}
      />
      <KeyFields form={form} id={id} />
      <HolderField form={form} id={id} />
      <TextField
        label={optional({ label: say.externalId })}
        most={128}
        autoComplete="off"
        {...form.getInputProps('externalId')}
      />
      <Button type="submit">{say.next}</Button>
    </form>
  );
}

function Heading({ isBack }: { isBack: boolean }): ReactNode {
  const say = useWords(words).form;
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <Title
      order={2}
      size="h4"
      ref={isBack ? heading : undefined}
      tabIndex={-1}
      className="ui-heading"
    >
      {say.heading}
    </Title>
  );
}

function settle(form: WithdrawalFormState): void {
  const typed = form.getValues();
  const { key, type } = settleKey(typed);
  // Setting a field clears its error, even if the value stays the same.
  if (key !== typed.key) form.setFieldValue('key', key);
  if (type !== typed.type) form.setFieldValue('type', type);
  followKey(form);
}

/** A document that nobody typed comes from the key, and goes with it. */
function followKey(form: WithdrawalFormState): void {
  const { isTaxIdTyped, taxId, ...key } = form.getValues();
  const holder = holderOf(key);
  if (!isTaxIdTyped && holder !== taxId) form.setFieldValue('taxId', holder);
}

function HolderField({ form, id }: { form: WithdrawalFormState; id: string }): ReactNode {
  const say = useWords(words).form;
  const { taxId } = form.values;
  const field = form.getInputProps('taxId');
  return (
    <TaxIdField
      id={`${id}-taxId`}
      label={say.taxId}
      // Instead of the hint: an extra line would move the button that is being pressed.
      description={
        isOfAnother(form.values, taxId) ? (
          <span className={style['doubt']}>{say.otherHolder}</span>
        ) : (
          say.taxIdHint
        )
      }
      {...field}
      onChange={(event) => {
        form.setFieldValue('isTaxIdTyped', event.currentTarget.value !== '');
        field.onChange(event);
      }}
      onBlur={() => {
        form.setFieldValue('taxId', formatTaxId(taxId));
        if (taxId !== '') form.validateField('taxId');
      }}
    />
  );
}

function KeyFields({ form, id }: { form: WithdrawalFormState; id: string }): ReactNode {
  const say = useWords(words);
  const { key, type, isTypeChosen } = form.values;
  const isEither = type === '' && isCpfOrPhone(key);
  const isGuessed = type !== '' && !isTypeChosen;
  const hint = isEither ? 'typeEither' : isGuessed ? 'typeGuessed' : 'typeHint';
  const leave = () => {
    if (key.trim() === '') return;
    settle(form);
    form.validateField('key');
  };
  return (
    <>
      <TextInput
        id={`${id}-key`}
        label={say.form.key}
        description={say.form.keyHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
        {...form.getInputProps('key')}
        onBlur={leave}
      />
      <NativeSelect
        id={`${id}-type`}
        label={say.form.type}
        // A line that appeared only now would move the button that is being pressed.
        description={say.form[hint]}
        aria-required
        data={[
          { value: '', label: say.form.choose, disabled: true },
          ...PIX_KEY_TYPES.map((value) => ({ value, label: say.types[value] })),
        ]}
        {...form.getInputProps('type')}
        onChange={(event) => {
          const chosen = PIX_KEY_TYPES.find((value) => value === event.currentTarget.value);
          if (chosen === undefined) return;
          form.setFieldValue('type', chosen);
          form.setFieldValue('isTypeChosen', true);
          followKey(form);
          const problem = keyProblem(key, chosen) ?? 'missing';
          if (problem === 'missing') form.clearFieldError('key');
          else form.setFieldError('key', say.form.wrong[problem]);
        }}
      />
    </>
  );
}
