import { Skeleton } from '@mantine/core';
import { type LinkProps, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { DetailFailure } from '../ui/detail-failure.tsx';
import { RouteDrawer } from '../ui/drawer.tsx';
import { useWords } from '../words/use-words.ts';
import { DeliveryShown } from './delivery-shown.tsx';
import { words } from './delivery-words.ts';

/** A drawer over the list of all deliveries, or over the page of one endpoint. */
export function DeliveryDetail(): ReactNode {
  const say = useWords(words).one;
  const tenant = useTenant();
  const { id = '', deliveryId } = useParams({ strict: false });
  const closeTo =
    deliveryId === undefined
      ? ({ to: '/$accountId/$mode/webhooks', params: tenant } as const)
      : ({ to: '/$accountId/$mode/webhooks/$id', params: { ...tenant, id } } as const);
  return (
    <RouteDrawer title={say.title} size="xl" closeTo={closeTo}>
      <DeliveryRead id={deliveryId ?? id} list={closeTo} />
    </RouteDrawer>
  );
}

function DeliveryRead({ id, list }: { id: string; list: LinkProps }): ReactNode {
  const say = useWords(words).one;
  const { data, error, refetch } = useTenantQuery('getWebhookDelivery', {
    path: { id },
    everyMs: 2_500,
  });
  if (data !== undefined) return <DeliveryShown delivery={data} />;
  if (error === null) return <Skeleton height="30rem" />;
  return (
    <DetailFailure
      error={error}
      what={say.failed}
      missing={say.missing}
      list={list}
      retry={() => void refetch()}
    />
  );
}
