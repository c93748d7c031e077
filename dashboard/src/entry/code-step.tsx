import { Button, Stack, Text, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { codeOf } from '../api/api-failure.ts';
import { callAtEntry } from '../api/call.ts';
import { useOneAct } from '../api/use-one-act.ts';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { Page } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.ts';
import { Problem } from './problem.tsx';
import { Submit } from './submit.tsx';
import { words } from './words.ts';

interface CodeStepProps {
  onDone: () => void;
  onBack: (expired: boolean) => void;
}

export function CodeStep({ onDone, onBack }: CodeStepProps): ReactNode {
  const say = useWords(words);
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? say.code.missing : null) },
  });
  const enter = useOneAct((code: string) => callAtEntry('signInWithCode', { body: { code } }));
  const submit = form.onSubmit(
    ({ code }) =>
      enter.mutate(code.trim(), {
        onSuccess: onDone,
        onError: (error) => {
          if (codeOf(error) === 'signed_out') return onBack(true);
          if (codeOf(error) !== 'invalid_code') return;
          form.setFieldError('code', isRecovery ? say.code.recoveryWrong : error.message);
          focusFirstWrong();
        },
      }),
    focusFirstWrong,
  );
  const change = () => {
    setRecovery(!isRecovery);
    form.reset();
    enter.reset();
  };
  return (
    <Page title={say.code.title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{isRecovery ? say.code.recoveryWhy : say.code.why}</Text>
          {codeOf(enter.error) !== 'invalid_code' && <Problem error={enter.error} />}
          <CodeField
            key={isRecovery ? 'recovery' : 'app'}
            isRecovery={isRecovery}
            {...form.getInputProps('code')}
          />
          <Submit busy={enter.isPending} label={say.signIn.submit} busyLabel={say.signIn.busy} />
          {isRecovery && <Text size="sm">{say.code.noneLeft}</Text>}
          <Button variant="subtle" onClick={change}>
            {isRecovery ? say.code.useApp : say.code.useRecovery}
          </Button>
          <Button variant="subtle" onClick={() => onBack(false)}>
            {say.code.again}
          </Button>
        </Stack>
      </form>
    </Page>
  );
}

function CodeField({ isRecovery, ...field }: TextInputProps & { isRecovery: boolean }): ReactNode {
  const say = useWords(words).code;
  return (
    <TextField
      ref={focusSoon}
      name="code"
      label={isRecovery ? say.recoveryLabel : say.label}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      most={60}
      aria-required
      {...field}
    />
  );
}

/** After the heading has taken the focus: there is only one thing to do here. */
function focusSoon(field: HTMLInputElement | null): void {
  if (field !== null) requestAnimationFrame(() => field.focus());
}
