import { Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { hasCode } from '../api/api-failure.ts';
import { call } from '../api/call.ts';
import type { NewTotp } from '../api/operations.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { focusFirstWrong } from '../ui/focus-first-wrong.ts';
import { TextField } from '../ui/text-field.tsx';
import { words as uiWords } from '../ui/words.ts';
import { useWords } from '../words/use-words.ts';
import { useOwnAct } from './use-own-act.ts';
import style from './user.module.css';
import { words } from './words.ts';

interface SetUpTotpProps {
  totp: NewTotp;
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}

export function SetUpTotp({ totp, onClose, onDone }: SetUpTotpProps): ReactNode {
  const say = useWords(words).totp;
  const { closeUnanswered } = useWords(uiWords);
  const confirm = useConfirmTotp();
  return (
    <Dialog
      title={say.setUp}
      onClose={onClose}
      asksBeforeLeaving={confirm.isPending}
      askBeforeClose={confirm.isPending ? closeUnanswered : say.lose}
    >
      <Stack>
        <Text>{say.scan}</Text>
        <Qr totp={totp} label={say.qr} />
        <a href={totp.uri}>{say.sameDevice}</a>
        <div>
          <Text size="sm">{say.byHand}</Text>
          <Copyable value={totp.secret} label={say.secret} />
        </div>
        <CodeForm confirm={confirm} onDone={onDone} />
      </Stack>
    </Dialog>
  );
}

function useConfirmTotp() {
  return useOwnAct((code: string) => call('confirmTotp', { body: { code } }), ['getMe']);
}

/** Dark on white in every theme, or some apps cannot scan it. */
function Qr({ totp: { modules, qrSvgPath }, label }: { totp: NewTotp; label: string }): ReactNode {
  return (
    <svg
      role="img"
      aria-label={label}
      className={style['qr']}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={qrSvgPath} stroke="#000" fill="none" />
    </svg>
  );
}

interface CodeFormProps extends Pick<SetUpTotpProps, 'onDone'> {
  confirm: ReturnType<typeof useConfirmTotp>;
}

function CodeForm({ confirm, onDone }: CodeFormProps): ReactNode {
  const say = useWords(words).totp;
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? say.codeMissing : null) },
  });
  const isWrong = hasCode(confirm.error, 'invalid_code');
  const submit = form.onSubmit(
    ({ code }) =>
      confirm.mutate(code.trim(), {
        onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
        onError: (error) => {
          if (!hasCode(error, 'invalid_code')) return;
          form.setFieldError('code', error.message);
          focusFirstWrong();
        },
      }),
    focusFirstWrong,
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{say.enter}</Text>
        {confirm.error !== null && !isWrong && <Failure error={confirm.error} />}
        <TextField
          label={say.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          most={60}
          aria-required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <ActButton type="submit" size="md" busy={confirm.isPending}>
          {say.confirm}
        </ActButton>
      </Stack>
    </form>
  );
}
