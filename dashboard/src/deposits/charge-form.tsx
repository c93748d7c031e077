import { NativeSelect, Radio, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { AmountField } from '../amounts/amount-field.tsx';
import { amountProblem, readAmount } from '../amounts/amount.ts';
import { words as amountWords } from '../amounts/words.ts';
import { codeOf, hasCode } from '../api/api-failure.ts';
import type { DepositOrder } from '../api/operations.ts';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { TaxIdField } from '../documents/tax-id-field.tsx';
import { formatTaxId, hasLetters, plainTaxId, taxIdProblem } from '../documents/tax-id.ts';
import { words as documentWords } from '../documents/words.ts';
import { ErrorSummary } from '../orders/error-summary.tsx';
import orderStyle from '../orders/orders.module.css';
import { ActButton } from '../ui/act-button.tsx';
import { useFailureText } from '../ui/failure.tsx';
import { TextField } from '../ui/text-field.tsx';
import { WaitLabel } from '../ui/wait-label.tsx';
import { useFocusOnMount } from '../ui/use-focus-on-mount.ts';
import { words as uiWords } from '../ui/words.ts';
import { shortened } from '../words/format.ts';
import { inWords } from '../words/in-words.ts';
import { type Language, useLanguage } from '../words/language.ts';
import { ownWords } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { PriceLine } from './price-line.tsx';
import { words } from './words.ts';

interface ChargeFormProps {
  /** An order of unknown outcome must not be changed. */
  isLocked: boolean;
  isSending: boolean;
  refusal: Error | undefined;
  waitSeconds: number;
  onChange: (isBegun: boolean) => void;
  onSubmit: (order: DepositOrder) => void;
}

export function ChargeForm(props: ChargeFormProps): ReactNode {
  const { isLocked, isSending, refusal, waitSeconds, onChange, onSubmit } = props;
  const say = useWords(words).form;
  const { optional } = useWords(uiWords);
  const { mode } = useTenant();
  const id = useId();
  const language = useLanguage();
  const form = useChargeForm(isSending);
  const labels = { amount: useWords(amountWords).amount, taxId: say.taxId };
  const { values } = form;
  const isBegun = values.amount !== '' || values.taxId !== '';
  // Before the next key press is handled: it may be the one that closes the form.
  useLayoutEffect(() => onChange(isBegun), [isBegun, onChange]);
  const first = useFocusOnMount<HTMLInputElement>();
  const [attempt, countAttempt] = useAttempts(form, refusal);
  const submit = form.onSubmit((order) => onSubmit(orderOf(order, language)), countAttempt);
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={isLocked} className={orderStyle['fields']}>
        <ErrorSummary problems={problemsOf(form, id, labels)} attempt={attempt} />
        <AmountField
          id={`${id}-amount`}
          ref={first}
          data-autofocus
          {...form.getInputProps('amount')}
          onBlur={() => form.errors['amount'] === undefined && form.validateField('amount')}
        />
        <TaxIdField
          id={`${id}-taxId`}
          label={say.taxId}
          description={mode === 'test' ? `${say.taxIdHint} ${say.taxIdSample}` : say.taxIdHint}
          {...form.getInputProps('taxId')}
          onBlur={() => leaveTaxId(form)}
        />
        <WalletChoice {...form.getInputProps('walletId')} />
        <FeeChoice {...form.getInputProps('payer')} />
        <TextField
          label={optional({ label: say.externalId })}
          description={say.externalIdHint}
          most={128}
          autoComplete="off"
          {...form.getInputProps('externalId')}
        />
        <PriceLine typed={values.amount} passFeesToPayer={values.payer === 'client'} />
        <ActButton type="submit" busy={isSending} disabled={waitSeconds > 0 || isLocked}>
          <WaitLabel seconds={waitSeconds}>{say.submit}</WaitLabel>
        </ActButton>
        {isSending && <Slow text={say.slow} />}
      </fieldset>
    </form>
  );
}

/** @param isSending an order in flight cannot be changed; disabled fields would lose the focus */
function useChargeForm(isSending: boolean) {
  const language = useLanguage();
  const amountSay = useWords(amountWords).problem;
  const documentSay = useWords(documentWords).problem;
  return useForm({
    initialValues: { amount: '', taxId: '', walletId: '', payer: 'client', externalId: '' },
    enhanceGetInputProps: ({ field }) => {
      if (!isSending) return {};
      // A select cannot be read-only, but one that reports no change stays as it is.
      return { onChange: () => undefined, ...(field !== 'walletId' && { readOnly: true }) };
    },
    validate: {
      amount: (typed) => inWords(amountProblem(typed, language), amountSay),
      taxId: (typed) => inWords(taxIdProblem(typed), documentSay),
    },
  });
}

type ChargeFormState = ReturnType<typeof useChargeForm>;

/** An error may be the server's refusal, which holds until the digits are changed. */
function leaveTaxId({ values: { taxId }, errors, ...form }: ChargeFormState): void {
  const error = errors['taxId'];
  form.setFieldValue('taxId', formatTaxId(taxId));
  // Setting a field clears its error, which `setFieldError` does not know yet.
  if (error !== undefined) form.setErrors((present) => ({ ...present, taxId: error }));
  else if (taxId !== '') form.validateField('taxId');
}

/** How often the form failed to be sent, by its own validation or by the server's. */
function useAttempts(
  { getValues, setFieldError }: ChargeFormState,
  refusal: Error | undefined,
): [number, () => void] {
  const [attempt, setAttempt] = useState(0);
  const [seen, setSeen] = useState(refusal);
  const failureText = useFailureText();
  const text = refusal === undefined ? undefined : failureText(refusal);
  const { noLetters } = useWords(documentWords);
  if (seen !== refusal) {
    setSeen(refusal);
    if (refusal !== undefined) setAttempt(attempt + 1);
  }
  // Only once, since what is typed next was not refused.
  const mark = useEffectEvent((error: Error, message: string) => {
    const field = fieldOf(error);
    if (field === undefined) return;
    // Its digits are valid, or it would not have been sent.
    const isRefusedForLetters = hasCode(error, 'invalid_tax_id') && hasLetters(getValues().taxId);
    setFieldError(field, isRefusedForLetters ? noLetters : message);
  });
  useEffect(() => {
    if (refusal !== undefined && text !== undefined) mark(refusal, text);
  }, [refusal, text]);
  return [attempt, () => setAttempt((times) => times + 1)];
}

function problemsOf(
  { errors }: ChargeFormState,
  id: string,
  labels: { amount: string; taxId: string },
) {
  return (['amount', 'taxId'] as const).flatMap((field) => {
    const text = errors[field];
    if (typeof text !== 'string') return [];
    return [{ fieldId: `${id}-${field}`, text: `${labels[field]}: ${text}` }];
  });
}

function FeeChoice(props: { value?: string }): ReactNode {
  const say = useWords(words).form;
  return (
    <Radio.Group label={say.fee} {...props}>
      <Stack gap="xs" mt="xs">
        <Radio value="client" label={say.payerPays} />
        <Radio value="shop" label={say.shopPays} />
      </Stack>
    </Radio.Group>
  );
}

type ChargeValues = ChargeFormState['values'];

function orderOf(values: ChargeValues, language: Language): DepositOrder {
  const { amount, taxId, walletId, payer, externalId } = values;
  const name = ownWords(externalId);
  return {
    amountCents: readAmount(amount, language) ?? 0,
    taxId: plainTaxId(taxId),
    passFeesToPayer: payer === 'client',
    ...(walletId === '' ? {} : { walletId }),
    ...(name === '' ? {} : { externalId: name }),
  };
}

function fieldOf(error: Error): 'amount' | 'taxId' | undefined {
  switch (codeOf(error)) {
    case 'invalid_amount':
      return 'amount';
    case 'invalid_tax_id':
    case 'payer_declined':
      return 'taxId';
    default:
      return undefined;
  }
}

export function isOfField(error: Error): boolean {
  return fieldOf(error) !== undefined;
}

function WalletChoice(props: { value?: string }): ReactNode {
  const say = useWords(words);
  const { data, error } = useTenantQuery('listWallets', { query: { limit: 100 } });
  // Shown from the start, whatever there is to choose: appearing later it would move the rest.
  const options = (data?.data ?? []).map(({ id, label, liquidAddress }) => ({
    value: id,
    label: `${label || say.unlabelled} · ${shortened(liquidAddress)}`,
  }));
  return (
    <NativeSelect
      label={say.form.wallet}
      description={error === null ? undefined : say.form.walletsFailed}
      data={[{ value: '', label: say.form.wallets }, ...options]}
      {...props}
    />
  );
}

/** Shown only when the response takes its time. */
function Slow({ text }: { text: string }): ReactNode {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 5_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Text aria-live="polite" size="sm" c="dimmed">
      {isShown && text}
    </Text>
  );
}
