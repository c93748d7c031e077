import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { codeOf } from '../api/api-failure.ts';
import { callAtEntry } from '../api/call.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { MIN_LENGTH } from '../passwords/strength.ts';
import { words as passwordWords } from '../passwords/words.ts';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { Problem } from './problem.tsx';
import { Submit } from './submit.tsx';
import { useLinkToken } from './use-link-token.ts';
import { words } from './words.ts';

/** Opened by the link of a mail. */
export function ResetPassword(): ReactNode {
  const token = useLinkToken();
  return <ResetBy key={token} token={token} />;
}

function ResetBy({ token }: { token: string | undefined }): ReactNode {
  const say = useWords(words).reset;
  const { weak } = useWords(passwordWords);
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (password) => ([...password].length < MIN_LENGTH ? weak : null),
    },
  });
  const reset = useOneAct((body: { token: string; password: string }) =>
    callAtEntry('resetPassword', { body }),
  );
  const owner = useOwner(token);
  const isExpired = [owner.error, reset.error].some((error) => codeOf(error) === 'link_expired');
  if (token === undefined || isExpired) return <Expired />;

  const submit = form.onSubmit(
    ({ password }) =>
      reset.mutate(
        { token, password },
        {
          onSuccess: () => {
            toast.notice(say.done);
            void navigate({ to: '/sign-in', replace: true });
          },
          onError: (error) => {
            if (codeOf(error) !== 'weak_password') return;
            form.setFieldError('password', error.message);
            focusFirstWrong();
          },
        },
      ),
    focusFirstWrong,
  );
  return (
    <Page title={say.title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{say.why}</Text>
          {codeOf(reset.error) !== 'weak_password' && <Problem error={reset.error} />}
          {/* Password managers save the new password under the e-mail address beside it. */}
          <input hidden readOnly autoComplete="username" value={owner.data?.email ?? ''} />
          <NewPasswordField
            name="password"
            label={say.label}
            email={owner.data?.email}
            {...form.getInputProps('password')}
          />
          <Submit busy={reset.isPending} label={say.submit} busyLabel={say.busy} />
        </Stack>
      </form>
    </Page>
  );
}

/** Whose password the link allows to set; the form does not wait for it. */
function useOwner(token: string | undefined) {
  return useQuery({
    queryKey: ['readPasswordReset', token],
    queryFn: () => callAtEntry('readPasswordReset', { body: { token: token ?? '' } }),
    enabled: token !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
}

function Expired(): ReactNode {
  const say = useWords(words).reset;
  return (
    <Page key="expired" title={say.expired}>
      <Stack>
        <Text>{say.expiredText}</Text>
        <Button size="md" renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
          {say.another}
        </Button>
      </Stack>
    </Page>
  );
}
