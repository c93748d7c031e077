import type { ReactNode } from 'react';
import type { WebhookEndpoint } from '../api/operations.ts';
import { Tag } from '../ui/status.tsx';
import { useWords } from '../words/use-words.ts';
import { words } from './words.ts';

type State = Pick<WebhookEndpoint, 'enabled' | 'disabledReason'>;

export function EndpointState({ endpoint }: { endpoint: State }): ReactNode {
  const say = useWords(words);
  const { enabled, disabledReason } = endpoint;
  if (enabled) {
    return (
      <Tag tone="ok" icon="check">
        {say.on}
      </Tag>
    );
  }
  const byUs = disabledReason === 'gone' || disabledReason === 'dead';
  return (
    <Tag tone={byUs ? 'danger' : 'neutral'} icon={byUs ? 'alert' : 'clock'}>
      {byUs || disabledReason === 'away' ? say[disabledReason] : say.paused}
    </Tag>
  );
}
