import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenantQuery } from '../api/query.ts';
import { useTenant } from '../api/use-tenant.ts';
import { DetailDrawer } from '../ui/detail-drawer.tsx';
import { useWords } from '../words/use-words.ts';
import { DeliveryShown } from './delivery-shown.tsx';
import { words } from './delivery-words.ts';

/** A drawer over the list of all deliveries, or over the page of one endpoint. */
export function DeliveryDetail(): ReactNode {
  const say = useWords(words).one;
  const tenant = useTenant();
  const { id: first = '', deliveryId } = useParams({ strict: false });
  const id = deliveryId ?? first;
  const query = useTenantQuery('getWebhookDelivery', { path: { id }, everyMs: 2_500 });
  const list =
    deliveryId === undefined
      ? ({ to: '/$accountId/$mode/webhooks', params: tenant } as const)
      : ({ to: '/$accountId/$mode/webhooks/$id', params: { ...tenant, id: first } } as const);
  return (
    <DetailDrawer id={id} query={query} say={say} list={list} size="xl">
      {(delivery) => <DeliveryShown delivery={delivery} />}
    </DetailDrawer>
  );
}
