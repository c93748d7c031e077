import { Divider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react';
import { hasCode, isSignedOut } from '../api/api-failure.ts';
import { call } from '../api/call.ts';
import { meQuery } from '../api/me.ts';
import type { Me } from '../api/operations.ts';
import { canUsePasskeys, showPasskey } from '../passkeys/passkey.ts';
import { usePasskeyText } from '../passkeys/use-passkey-text.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { useWords } from '../words/use-words.ts';
import { ActButton } from './act-button.tsx';
import { Dialog } from './dialog.tsx';
import { focusFirstWrong } from './focus-first-wrong.ts';
import { Icon } from './icons.tsx';
import { TextField } from './text-field.tsx';
import { words } from './words.ts';

export interface StepUpDialogProps {
  onDone: (confirmed: boolean) => void;
}

/** Opens when a call needs step-up; the call is then repeated. */
export function StepUpDialog({ onDone }: StepUpDialogProps): ReactNode {
  const say = useWords(words);
  const { data: me } = useQuery(meQuery);
  if (me === undefined) return null;
  return (
    <Dialog title={say.stepUp.title} onClose={() => onDone(false)}>
      <Proof me={me} onDone={onDone} />
    </Dialog>
  );
}

interface ProofProps {
  me: Me;
  onDone: (confirmed: boolean) => void;
}

/** The password; a code instead if codes are set up; or a passkey, which replaces both. */
function Proof({ me: { user, installation }, onDone }: ProofProps): ReactNode {
  const say = useWords(words);
  const [typed, setTyped] = useState('');
  const { busy, problem, attempt, refuse } = useAttempts(onDone);
  const hasField = user.hasTotp || user.hasPassword;
  const hasPasskey = installation.passkeys && user.passkeys > 0 && canUsePasskeys();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy !== undefined) return;
    const { codeMissing, passwordMissing } = say.stepUp;
    if (typed.trim() === '') return refuse(user.hasTotp ? codeMissing : passwordMissing);
    const body = user.hasTotp ? { code: typed.trim() } : { password: typed };
    void attempt('typed', () => call('stepUp', { body }));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{say.stepUp.why}</Text>
        {hasField && (
          <>
            <ProofField user={user} value={typed} error={problem} onChange={setTyped} />
            <ActButton type="submit" size="md" busy={busy === 'typed'}>
              {say.confirm}
            </ActButton>
          </>
        )}
        {hasPasskey && hasField && <Divider label={say.stepUp.or} />}
        {hasPasskey && (
          <ActButton
            variant={hasField ? 'default' : 'filled'}
            size="md"
            leftSection={<Icon name="key" />}
            busy={busy === 'passkey'}
            onClick={() => void attempt('passkey', provePasskey)}
          >
            {say.stepUp.passkey}
          </ActButton>
        )}
        {!hasField && !hasPasskey && <Text>{say.stepUp.nothing}</Text>}
        {!hasField && problem !== undefined && <Text role="alert">{problem}</Text>}
      </Stack>
    </form>
  );
}

/** One attempt at a time, and what was wrong with the last one. */
function useAttempts(onDone: ProofProps['onDone']) {
  const say = useWords(words).stepUp;
  const problemText = usePasskeyText();
  const [busy, setBusy] = useState<'typed' | 'passkey'>();
  const [problem, setProblem] = useState<string>();
  const refuse = (text: string) => {
    setProblem(text);
    focusFirstWrong();
  };
  const attempt = async (by: 'typed' | 'passkey', prove: () => Promise<unknown>) => {
    setBusy(by);
    setProblem(undefined);
    try {
      await prove();
      onDone(true);
    } catch (error) {
      if (isSignedOut(error)) return onDone(false);
      const isWrong = hasCode(error, 'invalid_credentials');
      setBusy(undefined);
      refuse(isWrong ? say.wrong : problemText(error));
    }
  };
  return { busy, problem, attempt, refuse };
}

interface ProofFieldProps {
  user: Me['user'];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ProofField({ user, value, error, onChange }: ProofFieldProps): ReactNode {
  const say = useWords(words).stepUp;
  const field = {
    value,
    error,
    'data-autofocus': true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  };
  return (
    <>
      {/* Password managers fill in the password for the e-mail address beside it. */}
      <input hidden readOnly autoComplete="username" value={user.email} />
      {user.hasTotp ? (
        <TextField
          {...field}
          label={say.code}
          description={say.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          most={60}
          aria-required
        />
      ) : (
        <PasswordField {...field} />
      )}
    </>
  );
}

async function provePasskey(): Promise<void> {
  const { options } = await call('beginPasskeyStepUp');
  await call('passkeyStepUp', { body: { response: await showPasskey(options) } });
}
