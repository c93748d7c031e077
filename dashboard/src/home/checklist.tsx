import { Button, Skeleton, Text, Title } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMay, useMe } from '../api/me.ts';
import type { Checklist as Answer } from '../api/operations.ts';
import { useAct, useTenantCall, useTenantQuery } from '../api/query.ts';
import { useNow } from '../api/use-now.ts';
import { useTenant } from '../api/use-tenant.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Failure, useFailureText } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { toast } from '../ui/toast.tsx';
import { date, isToday, time } from '../words/format.ts';
import { useLanguage } from '../words/language.ts';
import { useWords } from '../words/use-words.ts';
import style from './home.module.css';
import { isChecklistOver } from './is-checklist-over.ts';
import { words } from './words.ts';

type Item = Answer['items'][number];
type ChecklistQuery = ReturnType<typeof useChecklist>;

export function useChecklist() {
  return useTenantQuery('getChecklist');
}

/** What is left to set up; items tick themselves off by what really happened. */
export function Checklist({ query }: { query: ChecklistQuery }): ReactNode {
  const say = useWords(words).checklist;
  const { accountId, mode } = useTenant();
  const now = useNow();
  const { data, error, refetch } = query;
  if (data === undefined && error !== null) {
    return <Failure error={error} what={say.failed} retry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton height="24rem" />;
  if (data.isHidden || isChecklistOver(data, mode, now)) return null;
  return <Card key={`${accountId} ${mode}`} items={data.items} />;
}

function Card({ items }: Pick<Answer, 'items'>): ReactNode {
  const say = useWords(words).checklist;
  const { mode } = useTenant();
  const done = items.filter(({ doneAt }) => doneAt !== null).length;
  const isOver = done === items.length;
  // The step that completes the list while it is shown must not move the page.
  const [wasOver] = useState(isOver);
  const steps = (
    <ol className={style['steps']}>
      {items.map((item, at) => (
        <Step key={item.id} item={item} number={at + 1} />
      ))}
    </ol>
  );
  return (
    <section className={style['card']} aria-label={say.title[mode]}>
      <div className={style['title']}>
        <Title order={2} size="h4">
          {say.title[mode]}
        </Title>
        <Text size="sm" c="dimmed" component="span">
          {say.progress({ done, all: items.length })}
        </Text>
        <HideButton isHidden={false} />
      </div>
      {wasOver ? (
        <details>
          <summary>{say.seeSteps}</summary>
          {steps}
        </details>
      ) : (
        steps
      )}
      {isOver && (mode === 'test' ? <GoLive /> : <div className={style['live']}>{say.over}</div>)}
    </section>
  );
}

/** Shows hidden first steps again. */
export function HiddenChecklist({ query: { data } }: { query: ChecklistQuery }): ReactNode {
  const { mode } = useTenant();
  const now = useNow();
  if (data?.isHidden !== true || isChecklistOver(data, mode, now)) return null;
  return <HideButton isHidden />;
}

function HideButton({ isHidden }: { isHidden: boolean }): ReactNode {
  const say = useWords(words).checklist;
  const failureText = useFailureText();
  const call = useTenantCall();
  const change = useAct(
    (hide: boolean) => call('changeChecklist', { body: { isHidden: hide } }),
    ['getChecklist'],
  );
  if (!useMay()('account:manage')) return null;
  return (
    <ActButton
      variant="subtle"
      size="sm"
      busy={change.isPending}
      onClick={() =>
        change.mutate(!isHidden, { onError: (error) => toast.failure(failureText(error)) })
      }
    >
      {isHidden ? say.show : say.hide}
    </ActButton>
  );
}

function Step({ item: { id, doneAt }, number }: { item: Item; number: number }): ReactNode {
  const say = useWords(words).checklist;
  const language = useLanguage();
  const link = useStepLink(id);
  const now = useNow();
  const { mode } = useTenant();
  const { name, why } = { ...say.steps, ...(mode === 'live' && say.liveSteps) }[id];
  return (
    <li>
      <span className={style['mark']} data-done={doneAt !== null || undefined} aria-hidden="true">
        {doneAt === null ? number : <Icon name="check" size={16} />}
      </span>
      <div className={style['what']}>
        <span>
          {name}
          {doneAt === null && <span className={style['why']}>{why}</span>}
        </span>
        {doneAt === null && link !== undefined && (
          <Button
            size="sm"
            variant="default"
            aria-label={say.startNamed({ name })}
            renderRoot={(props) => <Link {...link} {...props} />}
          >
            {say.start}
          </Button>
        )}
        {doneAt !== null && (
          <time dateTime={doneAt} className={style['done']}>
            {isToday(doneAt, now)
              ? say.doneAt({ time: time(doneAt) })
              : say.doneOn({ date: date(doneAt, language) })}
          </time>
        )}
      </div>
    </li>
  );
}

/** Where a step is taken, for those who may take it; the provider's step is the operator's. */
function useStepLink(id: Item['id']): LinkProps | undefined {
  const params = useTenant();
  const may = useMay();
  switch (id) {
    case 'provider':
      return undefined;
    case 'email':
      return { to: '/user' };
    case 'wallet':
      return may('wallets:write') ? { to: '/$accountId/$mode/wallets', params } : undefined;
    case 'key':
      return may('keys:manage') ? { to: '/$accountId/$mode/keys', params } : undefined;
    case 'payment':
      if (!may('deposit:create')) return undefined;
      return { to: '/$accountId/$mode/deposits', params, search: { new: '1' } };
    case 'webhook':
      return may('webhook:manage') ? { to: '/$accountId/$mode/webhooks', params } : undefined;
  }
}

function GoLive(): ReactNode {
  const say = useWords(words).checklist;
  const { accountId } = useTenant();
  const { installation } = useMe();
  return (
    <div className={style['live']}>
      <span>{installation.isLive ? say.ready : say.noLive}</span>
      {installation.isLive && (
        <Button
          renderRoot={(props) => (
            <Link to="/$accountId/$mode/home" params={{ accountId, mode: 'live' }} {...props} />
          )}
        >
          {say.goLive}
        </Button>
      )}
    </div>
  );
}
