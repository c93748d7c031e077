import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import type { Wallet } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { NotSaved } from '../ui/not-saved.tsx';
import { toast } from '../ui/toast.tsx';
import { inWords } from '../words/in-words.ts';
import { useWords } from '../words/use-words.ts';
import { problemOf } from './address.ts';
import { useDepixAssetId } from './use-depix-asset-id.ts';
import { WalletFields } from './wallet-fields.tsx';
import {
  emptyForm,
  isBegun,
  orderOf,
  problemOfDescriptor,
  problemOfKey,
  refusalOf,
  type WalletForm,
} from './watching.ts';
import { words } from './words.ts';

interface AddWalletProps {
  /** Whether it becomes the default unless told otherwise. */
  makeDefault: boolean;
  onClose: () => void;
  onAdded: (wallet: Wallet) => void;
}

/** Mounted only while open. */
export function AddWallet({ makeDefault, onClose, onAdded }: AddWalletProps): ReactNode {
  const say = useWords(words);
  const call = useTenantCall();
  const form = useWalletForm(makeDefault);
  const create = useAct(
    (values: WalletForm) => call('createWallet', { body: orderOf(values) }),
    ['listWallets', 'getBalance'],
  );
  const submit = form.onSubmit(
    (values) =>
      create.mutate(values, {
        onSuccess: (wallet) => {
          toast.success(wallet.isDefault ? say.saved : say.savedAside);
          onAdded(wallet);
          onClose();
        },
        onError: (error) => {
          const refusal = refusalIn(error, values);
          if (refusal === undefined) return;
          const { field, problem } = refusal;
          form.setFieldError(field, problem === undefined ? error.message : say.form[problem]);
          focusFirstWrong();
        },
      }),
    focusFirstWrong,
  );
  const { error } = create;
  return (
    <Dialog
      title={say.add}
      onClose={onClose}
      askBeforeClose={isBegun(form.values) ? say.form.lose : undefined}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <WalletFields form={form} />
          {error !== null && refusalIn(error, form.values) === undefined && (
            <NotSaved error={error} />
          )}
          <ActButton type="submit" busy={create.isPending}>
            {say.form.save}
          </ActButton>
        </Stack>
      </form>
    </Dialog>
  );
}

function useWalletForm(makeDefault: boolean) {
  const { mode } = useTenant();
  const depix = useDepixAssetId();
  const say = useWords(words).form;
  return useForm<WalletForm>({
    initialValues: emptyForm(makeDefault),
    validate: {
      liquidAddress: (address, { way }) =>
        way === 'descriptor' ? null : inWords(problemOf(address, mode, depix), say),
      blindingKey: (key, { way }) =>
        way === 'blinding_key' ? inWords(problemOfKey(key), say) : null,
      descriptor: (descriptor, { way }) =>
        way === 'descriptor' ? inWords(problemOfDescriptor(descriptor), say) : null,
    },
  });
}

function refusalIn(error: Error, { way }: WalletForm) {
  return error instanceof ApiFailure ? refusalOf(error, way) : undefined;
}
