import assert from 'node:assert/strict';
import { CLIENTS, creatingOf, WARM_UP_MS } from '../api.ts';
import { countRows } from '../count-rows.ts';
import type { Probe } from '../scenario.ts';
import { installationOf, type Size } from './sizes.ts';

export const postAmongFew = postAmong('few', 'POST deposit, 1,000 deposits stored');
export const postAmongMany = postAmong('many', 'POST deposit, many deposits stored');

function postAmong(size: Size, what: string): Probe {
  return {
    name: `post-${size}`,
    what,
    open: async (stage) => {
      const { gateway, load, rows } = await installationOf(stage, size);
      const requests = creatingOf(gateway.tenants);
      let created = 0;
      return {
        round: async (seconds) => {
          const { answers, perSecond } = await load.run({
            ports: gateway.ports,
            connections: CLIENTS,
            requests,
            status: 201,
            warmUpMs: WARM_UP_MS,
            seconds,
            keepIds: 0,
          });
          created += answers;
          return perSecond;
        },
        close: async () => {
          assert.equal(await countRows(gateway.url, 'deposits'), rows + created);
        },
      };
    },
  };
}
