import { Skeleton, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { hasCode } from '../api/api-failure.ts';
import { useMay } from '../api/me.ts';
import type { WithdrawalDetail, WithdrawalOrder } from '../api/operations.ts';
import { useRefresh, useTenantCall, useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { useFallbackMs } from '../live/use-live.ts';
import { Limit } from '../orders/limit.tsx';
import { UnknownOutcome } from '../orders/unknown-outcome.tsx';
import { useCountdown } from '../orders/use-countdown.ts';
import type { OrderState } from '../orders/open-order.ts';
import { useOrder } from '../orders/use-order.ts';
import { DetailFailure } from '../ui/detail-failure.tsx';
import { Failure } from '../ui/failure.tsx';
import { useFilters } from '../ui/filters.tsx';
import { LeaveQuestion } from '../ui/leave-question.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { useIsMounted } from '../ui/use-is-mounted.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import { CheckStep } from './check-step.tsx';
import { readNewWithdrawalSearch } from './search.ts';
import { SendStep } from './send-step.tsx';
import { useIsVain } from './use-is-late.ts';
import { orderOf, useWithdrawalForm, WithdrawalForm } from './withdrawal-form.tsx';
import style from './withdrawals.module.css';
import { words } from './words.ts';

const STEPS = ['form', 'check', 'send'] as const;
type Step = (typeof STEPS)[number];

export function NewWithdrawal(): ReactNode {
  const say = useWords(words);
  const crumbs = useCrumbs();
  const mayWithdraw = useMay()('withdrawal:create');
  const [{ id }] = useFilters(readNewWithdrawalSearch);
  if (mayWithdraw && id !== undefined) return <Sending key={id} id={id} />;
  return (
    <Page title={say.add} crumbs={crumbs}>
      {mayWithdraw ? <Ordering /> : <Text>{say.notAllowed}</Text>}
    </Page>
  );
}

function useCrumbs() {
  const label = useWords(words).title;
  const params = useTenant();
  return [{ label, link: { to: '/$accountId/$mode/withdrawals', params } as const }];
}

function Steps({ step }: { step: Step }): ReactNode {
  const say = useWords(words).steps;
  return (
    <ol className={style['steps']} aria-label={say.label}>
      {STEPS.map((name) => (
        <li key={name} aria-current={name === step ? 'step' : undefined}>
          {say[name]}
        </li>
      ))}
    </ol>
  );
}

/** The first two steps, and the time until the outcome is known. */
function Ordering(): ReactNode {
  const {
    form: { lose },
    creating,
  } = useWords(words);
  const form = useWithdrawalForm();
  const language = useLanguage();
  // Parsed once: in another language the typed text may not be an amount.
  const [order, setOrder] = useState<WithdrawalOrder>();
  const [isBack, setBack] = useState(false);
  const { state, submit, retryNow, reset } = useWithdrawalOrder();
  const correct = () => {
    reset();
    setOrder(undefined);
    setBack(true);
  };
  const error = state.step === 'wait' ? state.error : undefined;
  const limit = hasCode(error, 'rate_limited') ? error : undefined;
  const left = useCountdown(limit, limit?.retryAfterSeconds ?? 5);

  if (order === undefined) {
    return (
      <>
        {form.isDirty() && <LeaveQuestion text={lose} />}
        <Steps step="form" />
        <div className={style['step']}>
          <WithdrawalForm
            form={form}
            isBack={isBack}
            onNext={() => setOrder(orderOf(form.getValues(), language))}
          />
        </div>
      </>
    );
  }
  if (state.step === 'sending' || state.step === 'unknown' || state.step === 'done') {
    return <Creating state={state} onRetry={retryNow} />;
  }
  return (
    <>
      <LeaveQuestion text={lose} onBack={correct} />
      <Steps step="check" />
      <div className={style['step']}>
        {state.step === 'refused' && <Refusal error={state.error} />}
        {hasCode(error, 'not_configured') && <Refusal error={error} />}
        {left > 0 && <Limit seconds={left} say={creating.limited} />}
        <CheckStep
          order={order}
          waitSeconds={left}
          onBack={correct}
          onConfirm={() => submit(order)}
        />
      </div>
    </>
  );
}

/** The withdrawal, once made, is shown by the address of this page. */
function useWithdrawalOrder() {
  const call = useTenantCall();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const isThere = useIsMounted();
  return useOrder(async (body: WithdrawalOrder, key: string) => {
    const made = await call('createWithdrawal', { body, idempotencyKey: key });
    void refresh('listWithdrawals', 'listTransactions');
    // Somebody who has left is on another page, whose address this would change.
    if (isThere()) void navigate({ to: '.', replace: true, search: { id: made.id } });
    return made;
  });
}

function Refusal({ error }: { error: Error }): ReactNode {
  const say = useWords(words).creating;
  const isPaused = hasCode(error, 'withdrawals_disabled');
  return <Failure error={error} what={isPaused ? say.paused : say.notMade} />;
}

/** As tall as what follows it. */
function Creating(props: { state: OrderState<unknown>; onRetry: () => void }): ReactNode {
  const { state, onRetry } = props;
  const say = useWords(words).creating;
  return (
    <>
      <LeaveQuestion text={say.unknownAsk} />
      <Steps step="send" />
      <div className={style['send']} aria-busy="true">
        <Title order={2} size="h4" role="status">
          {say.heading}
        </Title>
        {state.step === 'unknown' && (
          <UnknownOutcome
            error={state.error}
            isRetrying={state.isRetrying}
            words={say}
            onRetry={onRetry}
          />
        )}
        <Skeleton height="22rem" />
      </div>
    </>
  );
}

function Sending({ id }: { id: string }): ReactNode {
  const say = useWords(words);
  const params = useTenant();
  const crumbs = useCrumbs();
  const everyMs = useFallbackMs();
  const { data, error, refetch } = useTenantQuery('getWithdrawalDetail', {
    path: { id },
    everyMs,
  });
  const title = useTitle(data);
  return (
    <Page title={data === undefined && error !== null ? say.detail.title : title} crumbs={crumbs}>
      <Steps step="send" />
      {data === undefined && error === null && (
        <div className={style['send']}>
          <Skeleton height="30rem" />
        </div>
      )}
      {data === undefined && error !== null && (
        <DetailFailure
          error={error}
          what={say.detail.failed}
          missing={say.detail.missing}
          list={{ to: '/$accountId/$mode/withdrawals', params }}
          retry={() => void refetch()}
        />
      )}
      {data !== undefined && error !== null && <Notice role="status" title={say.detail.failed} />}
      {data !== undefined && <SendStep withdrawal={data} isWide />}
    </Page>
  );
}

/** What became of a withdrawal; a new one until that is known. */
function useTitle(withdrawal: WithdrawalDetail | undefined): string {
  const { titles } = useWords(words);
  const isVain = useIsVain(withdrawal);
  return titles[isVain ? 'EXPIRED' : (withdrawal?.status ?? 'PENDING')];
}
