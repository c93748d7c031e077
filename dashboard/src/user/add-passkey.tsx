import { Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { makePasskey, passkeyProblemOf } from '../passkeys/passkey.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { ownWords } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { systemOf } from './agent.ts';
import { useOwnAct } from './use-own-act.ts';
import { words } from './words.ts';

/** Mounted only while open. */
export function AddPasskey({ onClose }: { onClose: () => void }): ReactNode {
  const say = useWords(words).passkeys;
  return (
    <Dialog title={say.add} onClose={onClose}>
      <PasskeyForm onDone={onClose} />
    </Dialog>
  );
}

function PasskeyForm({ onDone }: { onDone: () => void }): ReactNode {
  const say = useWords(words).passkeys;
  const form = useForm({
    initialValues: { name: systemOf(window.navigator.userAgent) ?? '' },
    validate: { name: (name) => (ownWords(name) === '' ? say.nameMissing : null) },
  });
  const add = useOwnAct(
    async (name: string) => {
      const { options } = await call('beginPasskey');
      return call('addPasskey', { body: { name, response: await makePasskey(options) } });
    },
    ['listPasskeys', 'getMe'],
  );
  const problem = passkeyProblemOf(add.error);
  const submit = form.onSubmit(
    ({ name }) =>
      add.mutate(ownWords(name), {
        onSuccess: () => {
          toast.success(say.added);
          onDone();
        },
      }),
    focusFirstWrong,
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextField
          label={say.name}
          description={say.nameHint}
          autoComplete="off"
          most={80}
          aria-required
          data-autofocus
          {...form.getInputProps('name')}
        />
        {problem !== undefined && (
          <Text role="alert">{problem === 'known' ? say.known : say.notMade}</Text>
        )}
        {add.error !== null && problem === undefined && <Failure error={add.error} />}
        <ActButton type="submit" size="md" busy={add.isPending}>
          {say.addConfirm}
        </ActButton>
      </Stack>
    </form>
  );
}
