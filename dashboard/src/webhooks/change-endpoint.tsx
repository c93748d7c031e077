import type { ReactNode } from 'react';
import type { WebhookEndpoint, WebhookEndpointChange } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { EndpointForm, type EndpointValues } from './endpoint-form.tsx';
import { words } from './form-words.ts';

interface ChangeEndpointProps {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}

export function ChangeEndpoint({ endpoint, onClose }: ChangeEndpointProps): ReactNode {
  const say = useWords(words);
  const call = useTenantCall();
  const { id, url, events, description } = endpoint;
  const change = useAct(
    (body: WebhookEndpointChange) => call('changeWebhookEndpoint', { path: { id }, body }),
    ['listWebhookEndpoints', 'listEndpointHealth', 'getEndpointHealth'],
  );
  // The address of a listener is not a URL, and must not be sent.
  const submit = ({ url: typed, ...rest }: EndpointValues) =>
    change.mutate(typed === url ? rest : { ...rest, url: typed }, {
      onSuccess: () => {
        toast.success(say.saved);
        onClose();
      },
    });
  return (
    <Dialog title={say.changeTitle} holdsForm onClose={onClose}>
      <EndpointForm
        initial={{ url, events, description }}
        existing={url}
        submit={say.save}
        busy={change.isPending}
        error={change.error}
        onSubmit={submit}
      />
    </Dialog>
  );
}
