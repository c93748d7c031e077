import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { codeOf } from '../api/api-failure.ts';
import { call } from '../api/call.ts';
import { useMe } from '../api/me.ts';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { PasswordField } from '../passwords/password-field.tsx';
import { MIN_LENGTH } from '../passwords/strength.ts';
import { words as passwordWords } from '../passwords/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { useOwnAct } from './use-own-act.ts';
import { words } from './words.ts';

export function Password(): ReactNode {
  const say = useWords(words).password;
  const { user } = useMe();
  const [isOpen, setOpen] = useState(false);
  const act = user.hasPassword ? say.change : say.choose;
  return (
    <Section
      title={say.title}
      about={user.hasPassword ? say.about : say.none}
      actions={
        <Button variant="default" onClick={() => setOpen(true)}>
          {act}
        </Button>
      }
    >
      {isOpen && (
        <Dialog title={act} onClose={() => setOpen(false)}>
          <PasswordForm onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </Section>
  );
}

interface Passwords {
  current: string;
  password: string;
}

const FIELDS: Record<string, keyof Passwords | undefined> = {
  invalid_credentials: 'current',
  weak_password: 'password',
};

function PasswordForm({ onDone }: { onDone: () => void }): ReactNode {
  const say = useWords(words).password;
  const { weak } = useWords(passwordWords);
  const { user } = useMe();
  const form = useForm<Passwords>({
    initialValues: { current: '', password: '' },
    validate: {
      current: (current) => (user.hasPassword && current === '' ? say.currentMissing : null),
      password: (password) => ([...password].length < MIN_LENGTH ? weak : null),
    },
  });
  const change = useOwnAct(
    async ({ current, password }: Passwords) => {
      if (!user.hasPassword) return call('changePassword', { body: { password } });
      // Typed once, it serves as the old password and as step-up, unless that takes a code.
      if (!user.hasTotp) await call('stepUp', { body: { password: current } });
      return call('changePassword', { body: { current, password } });
    },
    ['getMe', 'listSessions'],
  );
  const fieldOf = (error: Error | null) => FIELDS[codeOf(error) ?? ''];
  const submit = form.onSubmit(
    (values) =>
      change.mutate(values, {
        onSuccess: () => {
          toast.success(say.done);
          onDone();
        },
        onError: (error) => {
          const field = fieldOf(error);
          if (field === undefined) return;
          form.setFieldError(field, field === 'current' ? say.wrong : error.message);
          focusFirstWrong();
        },
      }),
    focusFirstWrong,
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {/* Password managers save the new password under the e-mail address beside it. */}
        <input hidden readOnly autoComplete="username" value={user.email} />
        {change.error !== null && fieldOf(change.error) === undefined && (
          <Failure error={change.error} />
        )}
        {user.hasPassword && (
          <PasswordField label={say.current} data-autofocus {...form.getInputProps('current')} />
        )}
        <NewPasswordField label={say.next} email={user.email} {...form.getInputProps('password')} />
        <ActButton type="submit" size="md" busy={change.isPending}>
          {say.save}
        </ActButton>
      </Stack>
    </form>
  );
}
