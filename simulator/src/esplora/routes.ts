import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { blockHashOf, blockTimeOf, heightInHash } from '../chain/block.ts';
import { findTransaction, type Found, readBranch, readTip, type Tip } from '../chain/store.ts';
import { ProviderRefusal } from '../errors.ts';
import { isConnectionLoss } from '../platform/database.ts';
import { applyChainFault } from './apply-chain-fault.ts';
import { completeTransaction } from './complete-transaction.ts';
import { readHash } from './read-hash.ts';
import { EsploraRefusal } from './refusal.ts';
import { scriptRoutes } from './script-routes.ts';
import { outspendsView, type Scene, shownOf, statusView, transactionView } from './view.ts';

/** The sandbox's chain as an Esplora server shows it, and like it without authentication. */
export function esploraRoutes(http: FastifyInstance, app: App): void {
  http.setErrorHandler(sendPlainError);
  http.setNotFoundHandler(() => {
    throw new EsploraRefusal(404, 'endpoint does not exist');
  });
  blockRoutes(http, app);
  transactionRoutes(http, app);
  scriptRoutes(http, app);
}

function blockRoutes(http: FastifyInstance, app: App): void {
  const hashAt = async (height: number): Promise<string> =>
    blockHashOf(app.addressSeed, height, await readBranch(app.db, height));
  const existing = async (height: number): Promise<string> => {
    const { tip } = await readTip(app.db);
    if (!(height >= 0 && height <= tip)) throw new EsploraRefusal(404, 'Block not found');
    return hashAt(height);
  };

  for (const [path, tell] of [
    ['height', String],
    ['hash', hashAt],
  ] as const) {
    http.get(`/blocks/tip/${path}`, async (request, reply) => {
      const { tip, isFaulty } = await readTip(app.db, 'tip');
      if (isFaulty && (await applyChainFault(app, 'tip', request, reply))) return reply;
      return sendText(reply, await tell(tip));
    });
  }

  http.get<{ Params: { height: string } }>('/block-height/:height', async (request, reply) => {
    const { height } = request.params;
    if (!/^\d{1,9}$/.test(height)) throw new EsploraRefusal(400, 'Invalid number');
    return sendText(reply, await existing(Number(height)));
  });

  http.get<{ Params: { hash: string } }>('/block/:hash', async (request) => {
    const id = readHash(request.params.hash);
    const height = heightInHash(id);
    if ((await existing(height)) !== id) throw new EsploraRefusal(404, 'Block not found');
    return {
      id,
      height,
      timestamp: blockTimeOf(await readTip(app.db), height),
      ...(height > 0 && { previousblockhash: await hashAt(height - 1) }),
    };
  });
}

interface OfTransaction {
  readonly Params: { readonly txId: string };
}

function transactionRoutes(http: FastifyInstance, app: App): void {
  const answer = (
    path: string,
    view: (pair: Found, txId: string, reply: FastifyReply) => unknown,
  ): void => {
    http.get<OfTransaction>(path, async (request, reply) => {
      const txId = readHash(request.params.txId);
      const { found, isFaulty } = await findTransaction(app.db, txId);
      if (isFaulty && (await applyChainFault(app, `tx ${txId}`, request, reply))) return reply;
      const isDropped = found?.txId === txId && found.blockHeight === null;
      if (!found || isDropped) throw new EsploraRefusal(404, 'Transaction not found');
      return view(found, txId, reply);
    });
  };
  const scene = (tip: Tip): Scene => ({ seed: app.addressSeed, tip });

  answer('/tx/:txId', (pair, txId) => {
    const seen = scene(pair);
    return transactionView(seen, shownOf(seen, pair, txId));
  });
  answer('/tx/:txId/outspends', (pair, txId) => {
    const seen = scene(pair);
    return outspendsView(seen, shownOf(seen, pair, txId));
  });
  answer('/tx/:txId/hex', async (pair, txId, reply) =>
    sendText(reply, (await completeTransaction(app, pair, txId)).toString('hex')),
  );
  answer('/tx/:txId/raw', async (pair, txId, reply) =>
    reply.type('application/octet-stream').send(await completeTransaction(app, pair, txId)),
  );

  // As on a real server, an unknown transaction gets the same response as an unconfirmed one.
  http.get<OfTransaction>('/tx/:txId/status', async (request, reply) => {
    const txId = readHash(request.params.txId);
    const { found, isFaulty } = await findTransaction(app.db, txId);
    if (isFaulty && (await applyChainFault(app, `tx ${txId}`, request, reply))) return reply;
    if (!found) return { confirmed: false };
    return statusView(scene(found), { pair: found, isCoin: found.coinTxId === txId });
  });

  http.post('/tx', () => {
    throw new EsploraRefusal(400, 'sendrawtransaction: this chain takes no transactions');
  });
}

const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/plain; charset=utf-8').send(text);

function sendPlainError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  const isOurs = error instanceof EsploraRefusal || error instanceof ProviderRefusal;
  if (isOurs) return sendText(reply.code(error.status), error.message);
  if (isConnectionLoss(error)) return sendText(reply.code(503), 'Service Unavailable');
  const { statusCode = 500 } = error;
  if (statusCode < 500) return sendText(reply.code(statusCode), error.message);
  process.stderr.write(`${error.stack ?? error.message}\n`);
  return sendText(reply.code(500), 'Internal Server Error');
}
