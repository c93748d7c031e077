import { SimpleGrid, Switch, Text, TextInput, Title } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { Fragment, type ReactNode, useState } from 'react';
import { writeAmount } from '../amounts/amount.ts';
import { call } from '../api/call.ts';
import type { OperatorAccountChange, OperatorSettings } from '../api/operations.ts';
import type { Mode } from '../api/use-tenant.ts';
import { toast } from '../ui/toast.tsx';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './account-words.ts';
import { ActDialog } from './act-dialog.tsx';
import { readPercent } from './percent.ts';
import {
  AMOUNTS,
  changesIn,
  formOf,
  MAX_FEES,
  PERCENTS,
  RATES,
  readFee,
  readRate,
  type SettingsForm,
  SWITCHES,
} from './settings-form.ts';
import { useOperatorAct } from './use-operator.ts';

interface ChangeSettingsProps {
  id: string;
  mode: Mode;
  settings: OperatorSettings;
  onClose: () => void;
}

/** Mounted only while open. */
export function ChangeSettings({ id, mode, settings, onClose }: ChangeSettingsProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const [began] = useState(() => formOf(settings, language));
  const form = useSettingsForm(began);
  const [isEmpty, setEmpty] = useState(false);
  const change = useOperatorAct((body: OperatorAccountChange) =>
    call('changeAnyAccount', { path: { id }, body }),
  );
  const changes = changesIn(form.values, began, language);
  const check = () => {
    const isRight = !form.validate().hasErrors;
    const hasChanges = Object.keys(changes).length > 0;
    setEmpty(isRight && !hasChanges);
    return isRight && hasChanges;
  };
  const save = (reason: string) =>
    change.mutate(
      { ...changes, mode, reason },
      {
        onSuccess: () => {
          toast.success(say.saved);
          onClose();
        },
      },
    );
  return (
    <ActDialog
      title={say.change[mode]}
      confirm={say.save}
      size="lg"
      isBusy={change.isPending}
      error={change.error}
      check={check}
      onConfirm={save}
      onClose={onClose}
    >
      <Fields form={form} />
      {isEmpty && <Text role="alert">{say.nothing}</Text>}
    </ActDialog>
  );
}

function useSettingsForm(began: SettingsForm) {
  const say = useWords(words);
  const language = useLanguage();
  const rules = <Name extends string>(
    names: readonly Name[],
    read: (typed: string) => number | undefined,
    text: string,
  ) =>
    Object.fromEntries(
      names.map((name) => [name, (typed: string) => (read(typed) === undefined ? text : null)]),
    );
  const fees = AMOUNTS.map((name) => {
    const wrong = say.feeWrong({ max: writeAmount(MAX_FEES[name], language) });
    // A fee that was set before this limit does not keep the rest from being saved.
    const isRight = (typed: string) =>
      typed === began[name] || readFee(typed, name, language) !== undefined;
    return [name, (typed: string) => (isRight(typed) ? null : wrong)];
  });
  return useForm<SettingsForm>({
    initialValues: began,
    validate: {
      ...rules(PERCENTS, readPercent, say.percentWrong),
      ...Object.fromEntries(fees),
      ...rules(RATES, readRate, say.rateWrong),
    },
  });
}

function Fields({ form }: { form: UseFormReturnType<SettingsForm> }): ReactNode {
  const say = useWords(words);
  const field = (name: Exclude<keyof SettingsForm, (typeof SWITCHES)[number]>, label: string) => (
    <TextInput
      label={label}
      inputMode={name.endsWith('Rate') || name.endsWith('Burst') ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...form.getInputProps(name)}
    />
  );
  return (
    <>
      <Title order={3} size="h5">
        {say.switches}
      </Title>
      {SWITCHES.map((name, at) => (
        <Switch
          key={name}
          label={say[name]}
          data-autofocus={at === 0 || undefined}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
      <Text size="sm" c="dimmed">
        {say.offNote}
      </Text>
      {(['deposit', 'withdrawal'] as const).map((of) => (
        <Fragment key={of}>
          <Title order={3} size="h5">
            {say[`${of}Fee`]}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2 }} role="group" aria-label={say[`${of}Fee`]}>
            {field(`${of}FeeBasisPoints`, say.percent)}
            {field(`${of}FeeFixedCents`, say.fixed)}
          </SimpleGrid>
        </Fragment>
      ))}
      <Title order={3} size="h5">
        {say.rates}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {field('readRate', say.readRate)}
        {field('readBurst', say.readBurst)}
        {field('moneyRate', say.moneyRate)}
        {field('moneyBurst', say.moneyBurst)}
      </SimpleGrid>
    </>
  );
}
