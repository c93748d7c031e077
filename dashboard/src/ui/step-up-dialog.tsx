import { Button, Divider, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { post } from '../api/call.ts';
import { useWords } from '../words/use-words.ts';
import { Dialog } from './dialog.tsx';
import { useFailureText } from './failure.tsx';
import { Icon } from './icons.tsx';
import { words } from './words.ts';

interface StepUpDialogProps {
  /** How to confirm with a passkey, when the user has one. */
  usePasskey?: (() => Promise<void>) | undefined;
  onDone: (confirmed: boolean) => void;
}

/** Opens when a call needs a fresh proof of who is there; the call is then made again. */
export function StepUpDialog({ usePasskey, onDone }: StepUpDialogProps): ReactNode {
  const say = useWords(words);
  const failureText = useFailureText();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const attempt = async (prove: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await prove();
      onDone(true);
    } catch (error) {
      const isWrong = error instanceof ApiFailure && error.code === 'invalid_credentials';
      setProblem(isWrong ? say.stepUp.wrong : failureText(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(() => post('/app/api/step-up', { password }));
  };
  return (
    <Dialog opened title={say.stepUp.title} onClose={() => onDone(false)}>
      <form onSubmit={submit}>
        <Stack>
          <Text>{say.stepUp.why}</Text>
          <PasswordInput
            label={say.stepUp.password}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problem}
            required
            data-autofocus
          />
          <Button type="submit" loading={busy}>
            {say.confirm}
          </Button>
          {usePasskey !== undefined && (
            <>
              <Divider label={say.stepUp.or} />
              <Button
                variant="default"
                leftSection={<Icon name="key" />}
                onClick={() => void attempt(usePasskey)}
              >
                {say.stepUp.passkey}
              </Button>
            </>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
