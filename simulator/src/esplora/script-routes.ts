import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { countTransactions, type Listing, listTransactions, readTip } from '../chain/store.ts';
import { readReceiver } from '../liquid-address.ts';
import { meetChainFault, scriptHashOf } from './meet-fault.ts';
import { EsploraRefusal } from './refusal.ts';
import { type Scene, type Shown, shownOf, transactionView, unspentView } from './view.ts';

const WAITING_LIMIT = 50;
const PAGE = 25;
/** As many unspent outputs of one script as a server goes through before it gives up. */
const UNSPENT_LIMIT = 2_000;

interface OfScript {
  readonly Params: { readonly place: string; readonly last?: string };
}

type Answer = (scriptHash: string, last: string | null, place: string) => Promise<unknown>;
type PagesAt = (tip: number) => readonly Listing[];
type View = (seen: Scene, shown: Shown) => object;

/** What is asked about an address, and about the SHA-256 of its script in the same words. */
export function scriptRoutes(http: FastifyInstance, app: App): void {
  const answer = (path: string, give: Answer): void => {
    for (const [noun, scriptHash] of [
      ['address', hashOfAddress],
      ['scripthash', hashOfText],
    ] as const) {
      http.get<OfScript>(
        `/${noun}/:place${path}`,
        async (request: FastifyRequest<OfScript>, reply: FastifyReply) => {
          const { place, last = null } = request.params;
          const hash = scriptHash(place);
          if (await meetChainFault(app, `script ${hash}`, request, reply)) return reply;
          return give(hash, last, place);
        },
      );
    }
  };
  const list = (pagesAt: PagesAt, view: View): Promise<object[]> => listViews(app, pagesAt, view);

  answer('', async (scriptHash, _last, place) => {
    const { inBlocks, waiting } = await countTransactions(app.db, scriptHash);
    const stats = (count: number) => ({
      tx_count: count,
      funded_txo_count: count,
      spent_txo_count: 0,
    });
    const isAddress = readReceiver(place) !== undefined;
    const chain_stats = stats(inBlocks);
    const mempool_stats = stats(waiting);
    return { [isAddress ? 'address' : 'scripthash']: place, chain_stats, mempool_stats };
  });
  answer('/utxo', async (scriptHash) => {
    const limit = UNSPENT_LIMIT + 1;
    const unspent = await list(
      (tip) => [waiting(scriptHash, tip, limit), inBlocks(scriptHash, tip, { limit })],
      unspentView,
    );
    if (unspent.length <= UNSPENT_LIMIT) return unspent;
    // A part of them would be taken for all.
    const message = `Too many unspent transaction outputs (>${UNSPENT_LIMIT})`;
    throw new EsploraRefusal(400, message);
  });
  answer('/txs', (scriptHash) =>
    list(
      (tip) => [waiting(scriptHash, tip, WAITING_LIMIT), inBlocks(scriptHash, tip)],
      transactionView,
    ),
  );
  answer('/txs/mempool', (scriptHash) =>
    list((tip) => [waiting(scriptHash, tip, WAITING_LIMIT)], transactionView),
  );
  for (const path of ['/txs/chain', '/txs/chain/:last']) {
    answer(path, (scriptHash, after) =>
      list((tip) => [inBlocks(scriptHash, tip, { after })], transactionView),
    );
  }
}

async function listViews(app: App, pagesAt: PagesAt, view: View): Promise<object[]> {
  const seen: Scene = { seed: app.addressSeed, tip: await readTip(app.db) };
  const listings = pagesAt(seen.tip.tip);
  const pages = await Promise.all(listings.map((one) => listTransactions(app.db, one)));
  return pages.flat().map((pair) => view(seen, shownOf(seen, pair, pair.txId)));
}

const waiting = (scriptHash: string, tip: number, limit: number): Listing => ({
  ...{ scriptHash, limit, after: null },
  ...{ above: tip, upTo: Number.MAX_SAFE_INTEGER },
});

const inBlocks = (
  scriptHash: string,
  tip: number,
  { after = null, limit = PAGE }: { after?: string | null; limit?: number } = {},
): Listing => ({ scriptHash, after, limit, above: -1, upTo: tip });

function hashOfAddress(text: string): string {
  const receiver = readReceiver(text);
  if (!receiver) throw new EsploraRefusal(400, 'Invalid Bitcoin address');
  return scriptHashOf(receiver.script);
}

function hashOfText(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new EsploraRefusal(400, 'Invalid hex string');
  return text.toLowerCase();
}
