import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import {
  countTransactions,
  type Listing,
  listTransactions,
  readTip,
  type Tip,
} from '../chain/store.ts';
import { readReceiver } from '../liquid-address.ts';
import { applyChainFault, scriptHashOf } from './apply-chain-fault.ts';
import { readHash } from './read-hash.ts';
import { EsploraRefusal } from './refusal.ts';
import { type Scene, type Shown, shownOf, transactionView, unspentView } from './view.ts';

const WAITING_LIMIT = 50;
const PAGE = 25;
/** How many unspent outputs of one script a server goes through before it gives up. */
const UNSPENT_LIMIT = 2_000;

interface OfScript {
  readonly Params: { readonly place: string; readonly last?: string };
}

/** The script that is asked about, and the tip at that moment. */
interface Asked {
  readonly place: string;
  readonly scriptHash: string;
  readonly last: string | null;
  readonly tip: Tip;
}

type Answer = (asked: Asked) => Promise<unknown>;
type View = (seen: Scene, shown: Shown) => object;

/** The same routes for an address and for the SHA-256 of its script. */
export function scriptRoutes(http: FastifyInstance, app: App): void {
  const answer = (path: string, give: Answer): void => {
    for (const [noun, scriptHash] of [
      ['address', hashOfAddress],
      ['scripthash', readHash],
    ] as const) {
      http.get<OfScript>(
        `/${noun}/:place${path}`,
        async (request: FastifyRequest<OfScript>, reply: FastifyReply) => {
          const { place } = request.params;
          const hash = scriptHash(place);
          const last = request.params.last === undefined ? null : readHash(request.params.last);
          const subject = `script ${hash}` as const;
          const { isFaulty, ...tip } = await readTip(app.db, subject);
          if (isFaulty && (await applyChainFault(app, subject, request, reply))) return reply;
          return give({ place, scriptHash: hash, last, tip });
        },
      );
    }
  };
  const list = async ({ tip }: Asked, listings: readonly Listing[], view: View) => {
    const seen: Scene = { seed: app.addressSeed, tip };
    const pages = await Promise.all(listings.map((one) => listTransactions(app.db, one)));
    return pages.flat().map((pair) => view(seen, shownOf(seen, pair, pair.txId)));
  };

  answer('', async ({ scriptHash, place }) => {
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
  answer('/utxo', async (asked) => {
    const limit = UNSPENT_LIMIT + 1;
    const unspent = await list(
      asked,
      [waiting(asked, limit), inBlocks(asked, { limit })],
      unspentView,
    );
    if (unspent.length <= UNSPENT_LIMIT) return unspent;
    // A truncated list would be taken for the whole.
    const message = `Too many unspent transaction outputs (>${UNSPENT_LIMIT})`;
    throw new EsploraRefusal(400, message);
  });
  answer('/txs', (asked) =>
    list(asked, [waiting(asked, WAITING_LIMIT), inBlocks(asked)], transactionView),
  );
  answer('/txs/mempool', (asked) => list(asked, [waiting(asked, WAITING_LIMIT)], transactionView));
  for (const path of ['/txs/chain', '/txs/chain/:last']) {
    answer(path, (asked) => list(asked, [inBlocks(asked, { after: asked.last })], transactionView));
  }
}

const waiting = ({ scriptHash, tip: { tip } }: Asked, limit: number): Listing => ({
  scriptHash,
  limit,
  after: null,
  above: tip,
  upTo: Number.MAX_SAFE_INTEGER,
});

const inBlocks = (
  { scriptHash, tip: { tip } }: Asked,
  { after = null, limit = PAGE }: { after?: string | null; limit?: number } = {},
): Listing => ({ scriptHash, after, limit, above: -1, upTo: tip });

function hashOfAddress(text: string): string {
  const receiver = readReceiver(text);
  if (!receiver) throw new EsploraRefusal(400, 'Invalid Bitcoin address');
  return scriptHashOf(receiver.script);
}
