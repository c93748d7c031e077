import {
  Alert,
  Checkbox,
  NativeSelect,
  type NativeSelectProps,
  Radio,
  Stack,
  Text,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import type { ApiKeyOrder } from '../api/operations.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useLanguage } from '../words/language.ts';
import { words as uiWords } from '../ui/words.ts';
import { inWords } from '../words/in-words.ts';
import { ownWords } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { AgentFields } from './agent-fields.tsx';
import { agentOf, type AgentValues, callProblem, dayProblem, PROGRAM } from './agent.ts';
import { PRESETS, presetOf, presetScopes, type Preset, type Scope, SCOPES } from './scopes.ts';
import { words } from './words.ts';

interface KeyFormProps {
  missing: Scope | undefined;
  isForAgent: boolean;
  busy: boolean;
  error: Error | null;
  onSubmit: (order: ApiKeyOrder) => void;
}

interface Values extends AgentValues {
  name: string;
  scopes: Scope[];
  expiresInDays: string;
}

const EXPIRIES = [30, 90, 180, 365];

function useKeyForm(scopes: Scope[], holder: AgentValues['holder']) {
  const say = useWords(words);
  const language = useLanguage();
  return useForm<Values>({
    initialValues: { name: '', scopes, expiresInDays: '', ...PROGRAM, holder },
    validate: {
      perCall: (_, values) => inWords(callProblem(values, language), say.agent.problem),
      perDay: (_, values) => inWords(dayProblem(values, language), say.agent.problem),
      name: (name) => (ownWords(name) === '' ? say.form.nameMissing : null),
      scopes: (chosen) => (chosen.length === 0 ? say.form.scopesMissing : null),
    },
  });
}

export function KeyForm({ missing, isForAgent, busy, error, onSubmit }: KeyFormProps): ReactNode {
  const say = useWords(words);
  const language = useLanguage();
  const mayGive = useMayGive();
  const scopesFirst = isForAgent ? presetScopes('read', mayGive) : firstScopes(missing, mayGive);
  const form = useKeyForm(scopesFirst, isForAgent ? 'agent' : 'program');
  const { scopes } = form.values;
  const submit = form.onSubmit(
    ({ name, expiresInDays, ...values }) =>
      onSubmit({
        name: ownWords(name),
        scopes,
        ...agentOf(values, language),
        ...(expiresInDays === '' ? {} : { expiresInDays: Number(expiresInDays) }),
      }),
    (errors) => {
      if (errors['name'] !== undefined) form.getInputNode('name')?.focus();
    },
  );
  const choose = (preset: Preset) => form.setFieldValue('scopes', presetScopes(preset, mayGive));
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {missing !== undefined && <Missing scope={missing} isYours={mayGive(missing)} />}
        <TextField
          label={say.name}
          description={say.form.nameHint}
          most={80}
          autoComplete="off"
          aria-required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <AgentFields
          values={form.values}
          errors={form.errors}
          onChange={(part) => form.setValues(part)}
        />
        <Presets chosen={presetOf(scopes, mayGive)} onChoose={choose} />
        <ScopeBoxes
          scopes={scopes}
          mayGive={mayGive}
          error={form.errors['scopes']}
          onChange={(chosen) => form.setFieldValue('scopes', chosen)}
        />
        <Expiry {...form.getInputProps('expiresInDays')} />
        {error !== null && <Failure error={error} />}
        <Problems errors={Object.values(form.errors)} />
        <ActButton type="submit" busy={busy}>
          {say.form.save}
        </ActButton>
      </Stack>
    </form>
  );
}

function Missing({ scope, isYours }: { scope: Scope; isYours: boolean }): ReactNode {
  const say = useWords(words);
  const named = { scope: say.scope[scope] };
  return (
    <Alert color="ponte" variant="outline" icon={<Icon name="key" />}>
      <RichText>
        {isYours ? say.form.missingScope(named) : say.form.missingNotYours(named)}
      </RichText>
    </Alert>
  );
}

function Expiry(props: NativeSelectProps): ReactNode {
  const say = useWords(words).form;
  return (
    <NativeSelect
      label={say.expires}
      data={[
        { value: '', label: say.never },
        ...EXPIRIES.map((days) => ({ value: String(days), label: say.days({ days }) })),
      ]}
      {...props}
    />
  );
}

/** Repeats what is wrong beside the button, for somebody who is far from the fields. */
function Problems({ errors }: { errors: readonly ReactNode[] }): ReactNode {
  const { checkFields } = useWords(uiWords);
  if (errors.length === 0) return null;
  return (
    <Text role="alert" c="var(--mantine-color-error)">
      {checkFields} {errors.map(String).join(' ')}
    </Text>
  );
}

/** Nobody can grant a key what their own role may not do. */
function useMayGive(): (scope: Scope) => boolean {
  const may = useMay();
  return (scope) => may(scope) || may(`see ${scope}`);
}

function firstScopes(missing: Scope | undefined, mayGive: (scope: Scope) => boolean): Scope[] {
  const preset = presetScopes('receive', mayGive);
  if (missing === undefined || !mayGive(missing) || preset.includes(missing)) return preset;
  return [...preset, missing];
}

interface PresetsProps {
  chosen: Preset | undefined;
  onChoose: (preset: Preset) => void;
}

function Presets({ chosen, onChoose }: PresetsProps): ReactNode {
  const say = useWords(words);
  return (
    <Radio.Group
      label={say.form.preset}
      value={chosen ?? 'custom'}
      onChange={(value) => {
        const preset = PRESETS.find((known) => known === value);
        if (preset !== undefined) onChoose(preset);
      }}
    >
      <Stack gap="xs" mt="xs">
        {PRESETS.map((preset) => (
          <Radio
            key={preset}
            value={preset}
            label={say.presets[preset]}
            description={say.form.presetHints[preset]}
          />
        ))}
        <Radio value="custom" label={say.form.custom} disabled={chosen !== undefined} />
      </Stack>
    </Radio.Group>
  );
}

interface ScopeBoxesProps {
  scopes: readonly Scope[];
  mayGive: (scope: Scope) => boolean;
  error: ReactNode;
  onChange: (scopes: Scope[]) => void;
}

function ScopeBoxes(props: ScopeBoxesProps): ReactNode {
  const say = useWords(words);
  return (
    <>
      <Boxes {...props} />
      {props.scopes.includes('withdrawal:create') && (
        <Alert color="red" variant="outline" icon={<Icon name="alert" />}>
          <RichText>{say.form.danger}</RichText>
        </Alert>
      )}
    </>
  );
}

function Boxes({ scopes, mayGive, error, onChange }: ScopeBoxesProps): ReactNode {
  const say = useWords(words);
  return (
    <Checkbox.Group
      label={say.form.scopes}
      value={[...scopes]}
      error={error}
      onChange={(chosen) => onChange(SCOPES.filter((scope) => chosen.includes(scope)))}
    >
      <Stack gap="xs" mt="xs">
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            disabled={!mayGive(scope)}
            label={
              scope === 'withdrawal:create' ? <strong>{say.scope[scope]}</strong> : say.scope[scope]
            }
            description={mayGive(scope) ? scope : say.form.notYours}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
