import { createHash } from 'node:crypto';
import { memoize } from '../src/platform/memoize.ts';
import { CLIENTS, DEPOSIT_BODY, WARM_UP_MS } from './api.ts';
import { countRows } from './count-rows.ts';
import { openRival, type Rival } from './open-rival.ts';
import { prepareTables } from './prepare-tables.ts';
import { getRequest, KEY_PLACE, postRequest, type ReadyRequest } from './requests.ts';
import type { Probe, Stage } from './scenario.ts';
import { TENANTS } from './tenants.ts';

/** How many deposits are read in turn; the tables contain more. */
const READ = 1_000;

interface Bare extends Rival {
  readonly url: string;
}

/** One process for both. */
const bareOf = memoize(openBare);

async function openBare(stage: Stage): Promise<Bare> {
  const url = await stage.openDatabase();
  await prepareTables(stage, url, 'schema.sql');
  return { url, ...(await openRival(stage, 'bare/main.ts', url)) };
}

const POSTS: readonly ReadyRequest[] = Array.from({ length: TENANTS }, (_, account) => ({
  text: postRequest(
    `/${String(account + 1)}/deposits`,
    { 'Idempotency-Key': KEY_PLACE },
    DEPOSIT_BODY,
  ),
  account,
}));

const GETS: readonly ReadyRequest[] = Array.from({ length: READ }, (_, number) => {
  const id = uuidOf(number + 1);
  return { text: getRequest(`/deposits/${id}`, {}), account: 0, id };
});

/** The same as when the tables were filled: the digest of a number. */
function uuidOf(number: number): string {
  const digest = createHash('md5').update(String(number)).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const barePost: Probe = {
  name: 'bare-post',
  what: 'POST by the same libraries into bare tables, doing nothing else, one process',
  open: async (stage) => {
    const bare = await bareOf(stage);
    let created = 0;
    return {
      round: async (seconds) => {
        const { answers, perSecond } = await ask(bare, POSTS, 201, seconds);
        created += answers;
        return perSecond;
      },
      close: async () => {
        const done = await countRows(bare.url, "bare.keys where response <> ''");
        const counts = [done, await bare.provider.charges()];
        if (counts.some((count) => count !== created)) throw new Error('a deposit was lost');
      },
    };
  },
};

export const bareGet: Probe = {
  name: 'bare-get',
  what: 'GET by the same libraries from bare tables, doing nothing else, one process',
  open: async (stage) => {
    const bare = await bareOf(stage);
    return {
      round: async (seconds) => (await ask(bare, GETS, 200, seconds)).perSecond,
      close: () => Promise.resolve(),
    };
  },
};

function ask(
  { port, load }: Bare,
  requests: readonly ReadyRequest[],
  status: number,
  seconds: number,
) {
  const order = { ports: [port], connections: CLIENTS, warmUpMs: WARM_UP_MS, keepIds: 0 };
  return load.run({ ...order, requests, status, seconds });
}
