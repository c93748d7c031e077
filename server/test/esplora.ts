import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Transaction } from 'liquidjs-lib';
import { LIQUID_NETWORKS, readLiquidAddress } from '../src/liquid/address.ts';
import { readOutputs, txIdOf } from '../src/liquid/read-outputs.ts';
import type { Scope } from './database.ts';
import { listen } from './listen.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A chain server on loopback that knows what a test put on it, and lies where told to. */
export interface ChainServer {
  readonly url: string;
  /** The requested paths, in order. */
  readonly asked: readonly string[];
  /** The height of the newest block. */
  tip: number;
  /** When the newest block was made. */
  tipTime: Date;
  /** The genesis block's hash: by default that of the test network. */
  genesis: string;
  /** Puts a transaction into the block of that height, or into the mempool. @returns its id */
  put(hex: string, height?: number): string;
  /** As if it had never existed. */
  remove(txId: string): void;
  /**
   * Answers requests for matching paths like this, before earlier lies; until the returned function
   * is called.
   */
  lie(path: RegExp, answer: Answer): () => void;
  /** Nobody answers any more. */
  stop(): void;
  /** At the same address as before. */
  start(): Promise<void>;
}

/** Of every block but the newest, which has `tipTime`. */
export const BLOCK_TIME = new Date(Math.floor(Date.now() / 1_000) * 1_000);

const TESTNET_GENESIS = 'a771da8e52ee6ad581ed1e9a99825e5b3b7992225534eaa2ae23244fe26ab1c1';

/** What a server may do instead of telling the truth. */
export const LIES = {
  status: (status: number, headers: Record<string, string> = {}): Answer => {
    return (_, response) => void response.writeHead(status, headers).end('no');
  },
  says: (text: string, type = 'text/plain', status = 200): Answer => {
    return (_, response) => void response.writeHead(status, { 'content-type': type }).end(text);
  },
  json: (body: unknown): Answer => LIES.says(JSON.stringify(body), 'application/json'),
  html: (status = 200): Answer => {
    return LIES.says('<!doctype html><title>Sign in</title>', 'text/html; charset=utf-8', status);
  },
  stall: (): Answer => () => undefined,
  /** Promises more than it sends. */
  cut: (): Answer => (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' });
    response.write('0200', () => response.destroy());
  },
  /** Sends endlessly, a little at a time. */
  trickle: (): Answer => (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const timer = setInterval(() => response.write('0'), 5);
    response.on('close', () => clearInterval(timer));
  },
  /** Sends as much as is accepted. */
  flood: (): Answer => (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    const chunk = '0'.repeat(1_000_000);
    const pour = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', pour);
    pour();
  },
  redirect: (location: string): Answer => LIES.status(302, { location }),
};

interface Known {
  readonly id: string;
  readonly hex: string;
  readonly height: number | undefined;
}

export async function openChainServer(scope: Scope): Promise<ChainServer> {
  const known = new Map<string, Known>();
  const lies: { readonly path: RegExp; readonly answer: Answer }[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const lie = lies.find((one) => one.path.test(path));
    if (lie) return lie.answer(request, response);
    const told = tell(chain, [...known.values()], path);
    const [status, body] = told ?? [404, `endpoint does not exist "${path}"`];
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
    response.end(isText ? body : JSON.stringify(body));
  });
  const port = await listen(server);
  const chain: ChainServer = {
    url: `http://127.0.0.1:${String(port)}`,
    asked,
    tip: 100,
    tipTime: new Date(),
    genesis: TESTNET_GENESIS,
    put: (hex, height) => {
      const id = txIdOf(hex);
      known.set(id, { id, hex, height });
      return id;
    },
    remove: (txId) => void known.delete(txId),
    lie: (path, answer) => {
      const one = { path, answer };
      lies.unshift(one);
      return () => void lies.splice(lies.indexOf(one), 1);
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
    start: async () => void (await listen(server, port)),
  };
  scope.after(() => chain.stop());
  return chain;
}

type Told = readonly [status: number, body: unknown];

/** What an Esplora server answers, as far as anything here asks it. */
function tell(chain: ChainServer, known: readonly Known[], path: string): Told | undefined {
  const [, kind, name = '', rest = ''] = path.split('/');
  if (kind === 'tx') {
    const one = known.find(({ id }) => id === name);
    if (!one) return [404, 'Transaction not found'];
    return [200, rest === 'hex' ? one.hex : transactionOf(one)];
  }
  if (kind === 'address') {
    const script = readLiquidAddress(name, LIQUID_NETWORKS)?.script;
    if (script === undefined) return [400, 'Invalid Bitcoin address'];
    return [200, rest === 'utxo' ? unspentAt(known, script) : touching(known, script)];
  }
  if (path === '/blocks/tip/height') return [200, String(chain.tip)];
  if (path === '/blocks/tip/hash') return [200, hashOf(chain.tip)];
  if (kind === 'block' && name === hashOf(chain.tip)) {
    const timestamp = Math.floor(chain.tipTime.getTime() / 1_000);
    return [200, { id: name, height: chain.tip, timestamp }];
  }
  if (path === '/block-height/0') return [200, chain.genesis];
  return undefined;
}

function transactionOf({ id, hex, height }: Known) {
  const vout = readOutputs(hex).map(({ script, asset, units }) => ({
    scriptpubkey: script,
    ...(asset !== undefined && { asset, value: Number(units) }),
  }));
  return { txid: id, vout, status: statusOf(height) };
}

function statusOf(height: number | undefined) {
  if (height === undefined) return { confirmed: false };
  const block_time = BLOCK_TIME.getTime() / 1_000;
  return { confirmed: true, block_height: height, block_hash: hashOf(height), block_time };
}

function hashOf(height: number): string {
  return createHash('sha256')
    .update(`block ${String(height)}`)
    .digest('hex');
}

function unspentAt(known: readonly Known[], script: string) {
  const spent = new Set(known.flatMap(({ hex }) => spentBy(hex)));
  return known.flatMap(({ id, hex, height }) =>
    readOutputs(hex)
      .filter((output) => output.script === script && !spent.has(`${id} ${String(output.vout)}`))
      .map(({ vout }) => ({ txid: id, vout, status: statusOf(height) })),
  );
}

/** Newest first. */
function touching(known: readonly Known[], script: string) {
  const touches = (hex: string): boolean => readOutputs(hex).some((one) => one.script === script);
  const spends = (hex: string): boolean =>
    spentBy(hex).some((place) => {
      const [id, vout] = place.split(' ');
      const one = known.find((candidate) => candidate.id === id);
      return one && readOutputs(one.hex)[Number(vout)]?.script === script;
    });
  return known
    .filter(({ hex }) => touches(hex) || spends(hex))
    .map(transactionOf)
    .reverse();
}

/** `id vout` of each output that it spends. */
function spentBy(hex: string): string[] {
  const { ins } = Transaction.fromHex(hex);
  return ins.map(({ hash, index }) => {
    return `${Buffer.from(hash).reverse().toString('hex')} ${String(index)}`;
  });
}
