import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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

export interface OpenedAct {
  readonly act: 'change' | 'replay' | 'rotate' | 'pause' | 'remove';
  readonly endpoint: WebhookEndpoint;
}

interface EndpointActsProps {
  endpoint: WebhookEndpoint;
  onOpen: (opened: OpenedAct) => void;
}

export function EndpointActs({ endpoint, onOpen }: EndpointActsProps): ReactNode {
  const say = useWords(words);
  const { test, enable } = useQuickActs(endpoint.id);
  const open = (act: OpenedAct['act']) => () => onOpen({ act, endpoint });
  const { enabled } = endpoint;
  return (
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
        <Button variant="default" onClick={open('replay')}>
          {say.replay.do}
        </Button>
      )}
      <Button variant="default" onClick={open('change')}>
        {say.change}
      </Button>
      <Button variant="default" onClick={open('rotate')}>
        {say.rotate.do}
      </Button>
      {enabled && (
        <Button variant="default" onClick={open('pause')}>
          {say.pause.do}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={open('remove')}>
        {say.remove.do}
      </Button>
    </Group>
  );
}

interface EndpointDialogProps extends OpenedAct {
  onClose: () => void;
}

/** Stays open if the endpoint was deleted elsewhere, so that a refusal is seen. */
export function EndpointDialog({ act, endpoint, onClose }: EndpointDialogProps): ReactNode {
  const { id } = endpoint;
  switch (act) {
    case 'change':
      return <ChangeEndpoint endpoint={endpoint} onClose={onClose} />;
    case 'replay':
      return <ReplayEvents id={id} onClose={onClose} />;
    case 'rotate':
      return <RotateSecret id={id} onClose={onClose} />;
    case 'pause':
      return <PauseEndpoint id={id} onClose={onClose} />;
    case 'remove':
      return <RemoveEndpoint endpoint={endpoint} onClose={onClose} />;
  }
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
