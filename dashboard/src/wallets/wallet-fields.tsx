import {
  Checkbox,
  PasswordInput,
  type PasswordInputProps,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTenant } from '../api/use-tenant.ts';
import { TextField } from '../ui/text-field.tsx';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import { problemOf } from './address.ts';
import { readReceiver } from './liquid-uri.ts';
import { useDepixAssetId } from './use-depix-asset-id.ts';
import { WalletGuide } from './wallet-guide.tsx';
import { type WalletForm, WAYS } from './watching.ts';
import { words } from './words.ts';

interface FieldsProps {
  form: UseFormReturnType<WalletForm>;
}

export function WalletFields({ form }: FieldsProps): ReactNode {
  const say = useWords(words).form;
  const { optional } = useWords(uiWords);
  const { way } = form.values;
  return (
    <>
      <Ways form={form} />
      {way !== 'descriptor' && <AddressField form={form} />}
      {way === 'blinding_key' && (
        <SecretField
          label={say.blindingKey}
          description={say.blindingKeyHint}
          {...form.getInputProps('blindingKey')}
          onBlur={() => checkTyped(form, 'blindingKey')}
        />
      )}
      {way === 'descriptor' && (
        <SecretField
          label={say.descriptor}
          description={say.descriptorHint}
          {...form.getInputProps('descriptor')}
          onBlur={() => checkTyped(form, 'descriptor')}
        />
      )}
      <TextField
        label={optional({ label: say.label })}
        description={say.labelHint}
        most={80}
        {...form.getInputProps('label')}
      />
      <Checkbox
        label={say.makeDefault}
        description={say.makeDefaultHint}
        {...form.getInputProps('makeDefault', { type: 'checkbox' })}
      />
    </>
  );
}

/**
 * Skips empty fields, whose error would move the button that is being pressed, and those that have
 * an error, which may be the server's: it holds until the field is changed.
 */
function checkTyped(
  form: UseFormReturnType<WalletForm>,
  field: 'liquidAddress' | 'blindingKey' | 'descriptor',
): void {
  const isWrong = form.errors[field] !== undefined;
  if (form.values[field].trim() !== '' && !isWrong) form.validateField(field);
}

function Ways({ form }: FieldsProps): ReactNode {
  const say = useWords(words).ways;
  return (
    <Radio.Group label={say.label} description={say.hint} {...form.getInputProps('way')}>
      <Stack gap="xs" mt="xs">
        {WAYS.map((way) => (
          <Radio key={way} value={way} label={say[way].label} description={say[way].hint} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function AddressField({ form }: FieldsProps): ReactNode {
  const say = useWords(words).form;
  return (
    <>
      <div>
        <TextInput
          label={say.address}
          description={say.check}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          data-autofocus
          {...form.getInputProps('liquidAddress')}
          onBlur={() => checkTyped(form, 'liquidAddress')}
        />
        {/* Not every screen reader announces a region that appears together with its text. */}
        <div aria-live="polite">
          <Ends typed={form.values.liquidAddress} />
        </div>
      </div>
      <WalletGuide />
    </>
  );
}

/** Written once and never shown again; while typing it can be made visible. */
function SecretField(props: PasswordInputProps): ReactNode {
  const say = useWords(words).form;
  return (
    <PasswordInput
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      aria-required
      {...props}
      aria-invalid={Boolean(props.error)}
      visibilityToggleButtonProps={{ 'aria-label': say.show, tabIndex: 0, size: 36 }}
    />
  );
}

/** The characters to compare, separate from the many between them. */
function Ends({ typed }: { typed: string }): ReactNode {
  const say = useWords(words).form;
  const { mode } = useTenant();
  const depix = useDepixAssetId();
  const { address: text, isUri } = readReceiver(typed);
  if (problemOf(typed, mode, depix) !== undefined) return null;
  return (
    <Text size="sm" mt="md">
      {isUri && say.fromUri} {say.ends} <strong className="ui-mono">{text.slice(0, 6)}</strong>…
      <strong className="ui-mono">{text.slice(-6)}</strong>
    </Text>
  );
}
