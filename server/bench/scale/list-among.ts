import { CLIENTS } from '../api.ts';
import { getRequest } from '../requests.ts';
import type { Probe } from '../scenario.ts';
import { ENDPOINT } from './fill-installation.ts';
import { type Installation, installationOf, type Size } from './sizes.ts';

/** Pages of the merchant that has half of everything, with the filters that merchants use. */
const PAGES: Readonly<Record<List, (installation: Installation) => readonly string[]>> = {
  transactions: ({ gateway }) => [
    '/v1/api/transactions?limit=20',
    '/v1/api/transactions?limit=20&status=CONFIRMED',
    `/v1/api/transactions?limit=20&walletId=${gateway.tenants[0]?.walletId ?? ''}`,
    '/v1/api/transactions?limit=20&externalId=order%20600',
  ],
  events: ({ rows }) => [
    '/v1/api/events?limit=20',
    `/v1/api/events?limit=20&after=${String(Math.floor(rows * 0.75))}`,
  ],
  deliveries: () => [
    '/v1/api/webhook-deliveries?limit=20',
    `/v1/api/webhook-deliveries?limit=20&endpointId=${ENDPOINT}`,
    '/v1/api/webhook-deliveries?limit=20&status=failed',
  ],
};

type List = 'transactions' | 'events' | 'deliveries';

/** Each list with few and with many deposits stored. */
export function listAmong(list: List, size: Size): Probe {
  return {
    name: `${list}-${size}`,
    what: `A page of ${list}, ${size === 'few' ? '1,000' : 'many'} deposits stored`,
    open: async (stage) => {
      const installation = await installationOf(stage, size);
      const { gateway, load } = installation;
      const headers = { Authorization: `Bearer ${gateway.tenants[0]?.key ?? ''}` };
      const requests = PAGES[list](installation).map((path) => ({
        text: getRequest(path, headers),
        account: 0,
      }));
      return {
        round: async (seconds) => {
          const { perSecond } = await load.run({
            ports: gateway.ports,
            // A few at once, as a merchant's programs ask for pages.
            connections: CLIENTS / 8,
            requests,
            status: 200,
            warmUpMs: 300,
            seconds,
            keepIds: 0,
          });
          return perSecond;
        },
        close: () => Promise.resolve(),
      };
    },
  };
}
