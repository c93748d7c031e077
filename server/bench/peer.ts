import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CLIENTS, DEPOSIT_BODY, WARM_UP_MS } from './api.ts';
import { countRows } from './count-rows.ts';
import { openRival } from './open-rival.ts';
import { prepareTables } from './prepare-tables.ts';
import { KEY_PLACE, postRequest } from './requests.ts';
import type { Probe } from './scenario.ts';
import { TENANTS } from './tenants.ts';

/** A gateway as people commonly write them, on the same server, in front of the same provider. */
export const peer: Probe = {
  name: 'peer',
  what: `the same by ${['express', 'typeorm'].map(nameOf).join(' and ')}, one process`,
  open: async (stage) => {
    const url = await stage.openEmptyDatabase();
    await prepareTables(stage, url, 'peer/schema.sql');
    const before = await countRows(url, 'deposits');
    const { port, provider, load } = await openRival(stage, 'peer/main.ts', url);
    const requests = Array.from({ length: TENANTS }, (_, account) => {
      const key = `peer-shop ${String(account + 1)}`;
      const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': KEY_PLACE };
      return { text: postRequest('/v1/api/deposit', headers, DEPOSIT_BODY), account };
    });
    const order = { ports: [port], connections: CLIENTS, requests, status: 201, keepIds: 1 };
    let created = 0;
    return {
      round: async (seconds) => {
        const result = await load.run({ ...order, seconds, warmUpMs: WARM_UP_MS });
        created += result.answers;
        return result.perSecond;
      },
      close: async () => {
        const added = (await countRows(url, 'deposits')) - before;
        const counts = [added, await provider.charges()];
        if (counts.some((count) => count !== created)) throw new Error('the peer lost a deposit');
      },
    };
  },
};

/** With the installed version. */
function nameOf(name: string): string {
  const main = createRequire(import.meta.url).resolve(name);
  const folder = main.slice(0, main.lastIndexOf(join('node_modules', name)));
  const file = join(folder, 'node_modules', name, 'package.json');
  // Every registry package has one, with a version.
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return `${name} ${version}`;
}
