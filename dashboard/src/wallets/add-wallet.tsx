import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import type { Wallet } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { type AddressProblem, problemOf } from './address.ts';
import { WalletGuide } from './wallet-guide.tsx';
import { words } from './words.ts';

interface AddWalletProps {
  opened: boolean;
  onClose: () => void;
  onAdded: (wallet: Wallet) => void;
}

interface WalletForm {
  liquidAddress: string;
  label: string;
  makeDefault: boolean;
}

const ABOUT_ADDRESS = ['invalid_liquid_address', 'duplicate_wallet'];

export function AddWallet({ opened, onClose, onAdded }: AddWalletProps): ReactNode {
  const say = useWords(words);
  const call = useTenantCall();
  const form = useForm<WalletForm>({
    initialValues: { liquidAddress: '', label: '', makeDefault: true },
    validateInputOnBlur: ['liquidAddress'],
    validate: { liquidAddress: (address) => textOf(problemOf(address), say.form) },
  });
  const close = () => {
    form.reset();
    create.reset();
    onClose();
  };
  const create = useAct(
    (body: WalletForm) =>
      call('createWallet', { body: { ...body, liquidAddress: body.liquidAddress.trim() } }),
    ['listWallets'],
  );
  const submit = form.onSubmit((values) =>
    create.mutate(values, {
      onSuccess: (wallet) => {
        toast.success(say.saved);
        onAdded(wallet);
        close();
      },
      onError: (error) => {
        if (isAboutAddress(error)) form.setFieldError('liquidAddress', error.message);
      },
    }),
  );
  return (
    <Dialog
      opened={opened}
      title={say.add}
      onClose={close}
      askBeforeClose={form.values.liquidAddress === '' ? undefined : say.form.lose}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Fields form={form} />
          {create.error !== null && !isAboutAddress(create.error) && (
            <Failure error={create.error} what={say.notSaved} />
          )}
          <Button type="submit" loading={create.isPending}>
            {say.form.save}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

function Fields({ form }: { form: UseFormReturnType<WalletForm> }): ReactNode {
  const say = useWords(words).form;
  return (
    <>
      <TextInput
        label={say.address}
        description={say.check}
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
        {...form.getInputProps('liquidAddress')}
      />
      <Ends address={form.values.liquidAddress} />
      <WalletGuide />
      <TextInput
        label={say.label}
        description={say.labelHint}
        maxLength={80}
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

/** The characters to compare, apart from the many between them. */
function Ends({ address }: { address: string }): ReactNode {
  const say = useWords(words).form;
  const text = address.trim();
  if (problemOf(text) !== undefined) return null;
  return (
    <Text size="sm" role="status">
      {say.ends} <strong className="ui-mono">{text.slice(0, 6)}</strong>…
      <strong className="ui-mono">{text.slice(-6)}</strong>
    </Text>
  );
}

function textOf(problem: AddressProblem | undefined, say: Record<AddressProblem, string>) {
  return problem === undefined ? null : say[problem];
}

function isAboutAddress(error: Error): boolean {
  return error instanceof ApiFailure && ABOUT_ADDRESS.includes(error.code);
}
