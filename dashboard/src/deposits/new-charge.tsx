import { Alert, Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { ApiFailure, hasCode } from '../api/api-failure.ts';
import type { DepositOrder, NewDeposit } from '../api/operations.ts';
import { useRefresh, useTenantCall } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { UnknownOutcome } from '../orders/unknown-outcome.tsx';
import { Limit } from '../orders/limit.tsx';
import { useCountdown } from '../orders/use-countdown.ts';
import { useOrder } from '../orders/use-order.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { ChargeForm, isOfField } from './charge-form.tsx';
import { ChargeResult } from './charge-result.tsx';
import { words } from './words.ts';

interface NewChargeProps {
  onClose: () => void;
  onMade: (id: string) => void;
}

/** Mounted only while open: however it was left, the next one starts afresh. */
export function NewCharge({ onClose, onMade }: NewChargeProps): ReactNode {
  const say = useWords(words);
  const [isBegun, setBegun] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [round, setRound] = useState(0);
  const [isMade, setMade] = useState(false);
  const question = isOpen ? say.form.loseUnknown : say.form.lose;
  return (
    <Dialog
      title={isMade ? say.result.made : say.add}
      onClose={onClose}
      askBeforeClose={isBegun && !isMade ? question : undefined}
    >
      <Charge
        key={round}
        onBegun={setBegun}
        onOpen={setOpen}
        onMade={({ id }) => {
          setMade(true);
          onMade(id);
        }}
        onAnother={() => {
          setMade(false);
          setRound(round + 1);
        }}
      />
    </Dialog>
  );
}

interface ChargeProps {
  onBegun: (isBegun: boolean) => void;
  /** Whether an order is in flight or its outcome is unknown. */
  onOpen: (isOpen: boolean) => void;
  onMade: (made: NewDeposit) => void;
  onAnother: () => void;
}

function Charge({ onBegun, onOpen, onMade, onAnother }: ChargeProps): ReactNode {
  const say = useWords(words);
  const call = useTenantCall();
  const refresh = useRefresh();
  const { state, submit, retryNow } = useOrder(async (body: DepositOrder, key: string) => {
    const made = await call('createDeposit', { body, idempotencyKey: key });
    void refresh('listDeposits', 'getOverview', 'listTransactions');
    toast.success(say.result.made);
    onMade(made);
    return made;
  });
  const isOpen = state.step === 'sending' || state.step === 'unknown';
  useLayoutEffect(() => onOpen(isOpen), [isOpen, onOpen]);
  const error = 'error' in state ? state.error : undefined;
  const isWaiting = state.step === 'wait' && error instanceof ApiFailure;
  const seconds = isWaiting ? (error.retryAfterSeconds ?? 5) : 0;
  const left = useCountdown(isWaiting ? error : undefined, seconds);

  if (state.step === 'done') return <ChargeResult made={state.result} onAnother={onAnother} />;
  return (
    <Stack>
      {state.step === 'unknown' && (
        <UnknownOutcome
          error={state.error}
          isRetrying={state.isRetrying}
          words={say.form}
          onRetry={retryNow}
        />
      )}
      {state.step === 'refused' && !isOfField(state.error) && <Refusal error={state.error} />}
      {isWaiting && hasCode(error, 'not_configured') && <Refusal error={error} />}
      {isWaiting && hasCode(error, 'rate_limited') && left > 0 && (
        <Limit seconds={left} say={say.form.limited} />
      )}
      <ChargeForm
        isLocked={state.step === 'unknown'}
        isSending={state.step === 'sending'}
        refusal={state.step === 'refused' ? state.error : undefined}
        waitSeconds={hasCode(error, 'rate_limited') ? left : 0}
        onChange={onBegun}
        onSubmit={submit}
      />
    </Stack>
  );
}

function Refusal({ error }: { error: Error }): ReactNode {
  const say = useWords(words).form;
  const params = useTenant();
  if (!hasCode(error, 'no_liquid_address')) {
    const isPaused = hasCode(error, 'deposits_disabled');
    return <Failure error={error} what={isPaused ? say.paused : say.notMade} />;
  }
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      icon={<Icon name="wallet" />}
      title={say.noWallet}
    >
      <Button
        size="sm"
        variant="default"
        renderRoot={(props) => <Link to="/$accountId/$mode/wallets" params={params} {...props} />}
      >
        {say.register}
      </Button>
    </Alert>
  );
}
