import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/me.ts';
import type { WithdrawalRequest } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { formatKey } from '../withdrawals/pix-key.ts';
import { money } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

type Step = 'confirm' | 'decline';

const OPERATIONS = {
  confirm: 'confirmWithdrawalRequest',
  decline: 'declineWithdrawalRequest',
} as const;

/** A person's decision, with step-up before any money may leave. */
export function Decision({ request }: { request: WithdrawalRequest }): ReactNode {
  const say = useWords(words).decide;
  const mayDecide = useMay()('withdrawal:create');
  const [step, setStep] = useState<Step>();
  if (!mayDecide) return <Text c="dimmed">{say.noneMay}</Text>;
  return (
    <Stack>
      <Text>{say.check}</Text>
      <Group grow>
        <Button variant="default" onClick={() => setStep('decline')}>
          {say.decline}
        </Button>
        <Button onClick={() => setStep('confirm')}>{say.confirm}</Button>
      </Group>
      {step !== undefined && (
        <Answer request={request} step={step} onClose={() => setStep(undefined)} />
      )}
    </Stack>
  );
}

interface AnswerProps {
  request: WithdrawalRequest;
  step: Step;
  onClose: () => void;
}

function Answer({ request, step, onClose }: AnswerProps): ReactNode {
  const say = useWords(words).decide;
  const language = useLanguage();
  const call = useTenantCall();
  const { id, amountCents, pixKey, pixKeyType } = request;
  const isConfirm = step === 'confirm';
  const decide = useAct(async () => {
    const { state } = await call(OPERATIONS[step], { path: { id } });
    // The question, with the dialog waiting in it, is gone once the request is read again.
    if (state === 'REFUSED') toast.failure(say.refused);
    else toast.success(isConfirm ? say.confirmed : say.declined);
  }, ['listWithdrawalRequests', 'getWithdrawalRequest', 'listWithdrawals']);
  return (
    <ConfirmDialog
      title={isConfirm ? say.confirmTitle : say.declineTitle}
      confirm={isConfirm ? say.confirm : say.decline}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={() => decide.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {isConfirm
        ? say.confirmText({
            amount: money(amountCents, language),
            key: formatKey(pixKeyType, pixKey),
          })
        : say.declineText}
    </ConfirmDialog>
  );
}
