import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { WebhookEndpoint } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { ActButton } from '../ui/act-button.tsx';
import { ConfirmAct } from '../ui/confirm-act.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useFailureText } from '../ui/failure.tsx';
import { toast } from '../ui/toast.tsx';
import { useIsMounted } from '../ui/use-is-mounted.ts';
import { useWords } from '../words/use-words.ts';
import { hostOf } from './address.ts';
import { ChangeEndpoint } from './change-endpoint.tsx';
import { words } from './endpoint-words.ts';
import { ReplayEvents } from './replay-events.tsx';
import { RotateSecret } from './rotate-secret.tsx';

type Opened = 'change' | 'replay' | 'rotate' | 'pause' | 'remove';

export function EndpointActs({ endpoint }: { endpoint: WebhookEndpoint }): ReactNode {
  const say = useWords(words);
  const [opened, setOpened] = useState<Opened>();
  const { test, enable } = useQuickActs(endpoint.id);
  const close = () => setOpened(undefined);
  const { enabled } = endpoint;
  return (
    <>
      <Group gap="sm" role="group" aria-label={say.actions}>
        {enabled && (
          <ActButton busy={test.isPending} onClick={() => test.mutate(undefined)}>
            {say.test}
          </ActButton>
        )}
        {!enabled && (
          <ActButton busy={enable.isPending} onClick={() => enable.mutate(undefined)}>
            {say.resume.do}
          </ActButton>
        )}
        {enabled && (
          <Button variant="default" onClick={() => setOpened('replay')}>
            {say.replay.do}
          </Button>
        )}
        <Button variant="default" onClick={() => setOpened('change')}>
          {say.change}
        </Button>
        <Button variant="default" onClick={() => setOpened('rotate')}>
          {say.rotate.do}
        </Button>
        {enabled && (
          <Button variant="default" onClick={() => setOpened('pause')}>
            {say.pause.do}
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={() => setOpened('remove')}>
          {say.remove.do}
        </Button>
      </Group>
      {opened === 'change' && <ChangeEndpoint endpoint={endpoint} onClose={close} />}
      {opened === 'replay' && <ReplayEvents id={endpoint.id} onClose={close} />}
      {opened === 'rotate' && <RotateSecret id={endpoint.id} onClose={close} />}
      {opened === 'pause' && <PauseEndpoint id={endpoint.id} onClose={close} />}
      {opened === 'remove' && <RemoveEndpoint endpoint={endpoint} onClose={close} />}
    </>
  );
}

function useQuickActs(id: string) {
  const say = useWords(words);
  const call = useTenantCall();
  const failureText = useFailureText();
  // Also for somebody who has gone on to another page meanwhile.
  const explain = (error: Error) => {
    toast.failure(failureText(error));
    throw error;
  };
  const test = useAct(async () => {
    await call('testWebhookEndpoint', { path: { id } }).catch(explain);
    toast.success(say.tested);
  }, ['listWebhookDeliveries']);
  const enable = useAct(async () => {
    const body = { enabled: true };
    await call('changeWebhookEndpoint', { path: { id }, body }).catch(explain);
    toast.success(say.resume.done);
  }, ['listWebhookEndpoints', 'listEndpointHealth', 'getEndpointHealth']);
  return { test, enable };
}

function PauseEndpoint({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const say = useWords(words).pause;
  const call = useTenantCall();
  const pause = useAct(
    () => call('changeWebhookEndpoint', { path: { id }, body: { enabled: false } }),
    ['listWebhookEndpoints', 'listEndpointHealth', 'getEndpointHealth'],
  );
  return (
    <ConfirmAct act={pause} title={say.title} confirm={say.do} done={say.done} onClose={onClose}>
      {say.text}
    </ConfirmAct>
  );
}

interface RemoveEndpointProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

function RemoveEndpoint({ endpoint: { id, url }, onClose }: RemoveEndpointProps): ReactNode {
  const say = useWords(words).remove;
  const call = useTenantCall();
  const navigate = useNavigate();
  const params = useTenant();
  const isThere = useIsMounted();
  const remove = useAct(async () => {
    await call('deleteWebhookEndpoint', { path: { id } });
    if (!isThere()) return;
    toast.success(say.done);
    // Before the lists are read again, which no longer have what this page shows.
    await navigate({ to: '/$accountId/$mode/webhooks', params });
  }, ['listWebhookEndpoints', 'listEndpointHealth']);
  return (
    <ConfirmDialog
      title={say.title}
      confirm={say.title}
      typeName={hostOf(url)}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {say.text}
    </ConfirmDialog>
  );
}
