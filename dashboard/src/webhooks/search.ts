import { oneOf, period, searchReader, text } from '../ui/search-reader.ts';

export const EVENTS = [
  'deposit.confirmed',
  'deposit.refunded',
  'deposit.failed',
  'withdrawal.completed',
  'withdrawal.failed',
  'withdrawal.expired',
] as const;
export type EventKind = (typeof EVENTS)[number];

const DELIVERY_FILTERS = {
  periodo: period(),
  evento: oneOf(...EVENTS, 'test.ping'),
  resultado: oneOf('pending', 'succeeded', 'failed'),
  id: text(40),
};

const ALL_DELIVERIES = { endpoint: text(40), ...DELIVERY_FILTERS };

/** The endpoints and, on the other tab, the deliveries of all of them. */
export const readWebhooksSearch = searchReader({ aba: oneOf('entregas'), ...ALL_DELIVERIES });
export const readDeliveriesSearch = searchReader(ALL_DELIVERIES);
/** The deliveries of one endpoint. */
export const readEndpointSearch = searchReader(DELIVERY_FILTERS);
