import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMay } from '../api/me.ts';
import type { WebhookDelivery } from '../api/operations.ts';
import { useAct, useTenantCall } from '../api/query.ts';
import { ActButton } from '../ui/act-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { Icon } from '../ui/icons.tsx';
import { pretty } from '../ui/pretty.ts';
import { toast } from '../ui/toast.tsx';
import { useWords } from '../words/use-words.ts';
import { causeIn, succeeded } from './cause.ts';
import { words as deliveryWords } from './delivery-words.ts';
import { curlOf } from './snippets.ts';
import { words } from './words.ts';

export function Resend({ delivery }: { delivery: WebhookDelivery }): ReactNode {
  const say = useWords(deliveryWords).one;
  const mayChange = useMay()('webhook:manage');
  const { resend, isWaiting } = useResend(delivery);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        {mayChange && (
          <ActButton
            leftSection={<Icon name="send" />}
            busy={isWaiting}
            onClick={() => resend.mutate(undefined)}
          >
            {isWaiting ? say.resending : say.resend}
          </ActButton>
        )}
        <CopyButton value={curlOf(delivery)} label={say.copyCurl} />
        <CopyButton value={pretty(delivery.requestBody)} label={say.copyJson} />
      </Group>
      {mayChange && (
        <Text size="sm" c="dimmed">
          {say.mayRepeat}
        </Text>
      )}
      {resend.error !== null && <Failure error={resend.error} />}
    </Stack>
  );
}

/** Finished when the polled delivery has one attempt more than before. */
function useResend(delivery: WebhookDelivery) {
  const say = useWords(deliveryWords).one;
  const causes = useWords(words).cause;
  const call = useTenantCall();
  const [before, setBefore] = useState<number>();
  const { id, attemptCount, attempts } = delivery;
  const resend = useAct(async () => {
    await call('redeliver', { path: { id } });
    setBefore(attemptCount);
  }, ['getWebhookDelivery', 'listWebhookDeliveries']);

  const isOver = before !== undefined && attemptCount > before;
  const last = attempts.at(-1);
  const announced = useRef<number>(undefined);
  useEffect(() => {
    if (!isOver || last === undefined || announced.current === attemptCount) return;
    announced.current = attemptCount;
    const result = causeIn(causes, last);
    if (succeeded(last)) {
      toast.success(say.resent({ result: String(last.responseStatus), ms: last.durationMs }));
    } else {
      toast.failure(say.resentFailed({ cause: result }));
    }
  }, [isOver, attemptCount, last, causes, say]);

  return { resend, isWaiting: resend.isPending || (before !== undefined && !isOver) };
}
