import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { hasCode } from '../api/api-failure.ts';
import { call } from '../api/call.ts';
import { useDoubt } from '../emails/use-doubt.ts';
import { words as emailWords } from '../emails/words.ts';
import type { Role } from '../members/role.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { toast } from '../ui/toast.tsx';
import { visibleText } from '../words/plain-typed.ts';
import { useWords } from '../words/use-words.ts';
import { RoleField } from './role-field.tsx';
import { useAccountAct } from './use-account.ts';
import { words } from './words.ts';

interface InviteProps {
  onClose: () => void;
  onInvited: (id: string) => void;
}

/** Mounted only while open. */
export function Invite(props: InviteProps): ReactNode {
  const say = useWords(words).team;
  return (
    <Dialog title={say.inviteTitle} holdsForm onClose={props.onClose}>
      <InviteForm {...props} />
    </Dialog>
  );
}

function InviteForm({ onClose, onInvited }: InviteProps): ReactNode {
  const say = useWords(words).team;
  const { doubt } = useWords(emailWords);
  const isDoubted = useDoubt();
  const [role, setRole] = useState<Role>('viewer');
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (visibleText(email) === '' ? say.emailMissing : null) },
  });
  const invite = useAccountAct(
    (accountId, body: { email: string; role: Role }) =>
      call('inviteMember', { path: { accountId }, body }),
    ['listInvitations'],
  );
  const refuse = (text: string) => {
    form.setFieldError('email', text);
    focusFirstWrong();
  };
  const submit = form.onSubmit(({ email }) => {
    if (isDoubted(email)) return refuse(doubt);
    invite.mutate(
      { email: visibleText(email), role },
      {
        onSuccess: ({ id }) => {
          toast.success(say.invited({ email: visibleText(email) }));
          onInvited(id);
          onClose();
        },
        onError: (error) => {
          if (isAboutEmail(error)) refuse(error.message);
        },
      },
    );
  }, focusFirstWrong);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {invite.error !== null && !isAboutEmail(invite.error) && <Failure error={invite.error} />}
        <TextInput
          type="email"
          label={say.email}
          description={say.inviteHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleField value={role} onChange={setRole} />
        <ActButton type="submit" size="md" busy={invite.isPending}>
          {say.send}
        </ActButton>
      </Stack>
    </form>
  );
}

function isAboutEmail(error: Error): boolean {
  return hasCode(error, 'invalid_email') || hasCode(error, 'already_member');
}
