import { Button, Skeleton, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../api/me.ts';
import { useAct, useTenantCall, useTenantQuery } from '../api/query.ts';
import { useNow } from '../api/use-now.ts';
import { useTenant } from '../api/use-tenant.ts';
import { isChecklistOver } from '../home/is-checklist-over.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Answer } from '../ui/answer.tsx';
import { useFailureText } from '../ui/failure.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

/** The checklist of Home, which can be hidden there and shown again from here. */
export function FirstSteps(): ReactNode {
  const say = useWords(words).steps;
  const { mode } = useTenant();
  const now = useNow();
  const query = useTenantQuery('getChecklist');
  return (
    <Section title={say.title} about={say.about[mode]}>
      <Answer
        query={query}
        failed={say.failed}
        waiting={<Skeleton height="2.25rem" width="14rem" />}
      >
        {(list) =>
          isChecklistOver(list, mode, now) ? (
            <Text>{say.over}</Text>
          ) : (
            <Way isHidden={list.isHidden} />
          )
        }
      </Answer>
    </Section>
  );
}

function Way({ isHidden }: { isHidden: boolean }): ReactNode {
  const say = useWords(words).steps;
  const mayChange = useMay()('account:manage');
  const params = useTenant();
  const navigate = useNavigate();
  const call = useTenantCall();
  const failureText = useFailureText();
  const show = useAct(
    () => call('changeChecklist', { body: { isHidden: false } }),
    ['getChecklist'],
  );
  if (isHidden && !mayChange) return <Text>{say.ask}</Text>;
  if (!isHidden) {
    return (
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/$accountId/$mode/home" params={params} {...props} />}
      >
        {say.open}
      </Button>
    );
  }
  const reopen = () =>
    show.mutate(undefined, {
      onSuccess: () => void navigate({ to: '/$accountId/$mode/home', params }),
      onError: (error) => toast.failure(failureText(error)),
    });
  return (
    <ActButton variant="default" busy={show.isPending} onClick={reopen}>
      {say.reopen}
    </ActButton>
  );
}
