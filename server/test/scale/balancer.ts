import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isReady } from '../kill/gateway.ts';
import { listen } from '../listen.ts';

const LOOK_EVERY_MS = 100;

/** Spreads connections over the nodes that are ready, as any load balancer does. */
export interface Balancer {
  readonly url: string;
  /** How many nodes were ready at the last health check. */
  readyNodes(): number;
  stop(): Promise<void>;
}

interface Node {
  readonly port: number;
  isReady: boolean;
}

export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const nodes: Node[] = ports.map((port) => ({ port, isReady: false }));
  const sockets = new Set<Socket>();
  let turn = 0;
  const inTurn = (): Node[] => {
    turn += 1;
    const rotated = [...nodes.slice(turn % nodes.length), ...nodes.slice(0, turn % nodes.length)];
    return rotated.sort((one, other) => Number(other.isReady) - Number(one.isReady));
  };
  // When one side ends, its half is closed on the other side, and no more than that.
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    remember(sockets, client);
    void join(client, inTurn(), sockets);
  });
  const port = await listen(server);
  const looking = new AbortController();
  const looks = nodes.map((node) => watch(node, looking.signal));
  return {
    url: `http://127.0.0.1:${String(port)}`,
    readyNodes: () => nodes.filter((node) => node.isReady).length,
    stop: async () => {
      looking.abort();
      for (const socket of sockets) socket.destroy();
      server.close();
      await Promise.all(looks);
    },
  };
}

async function watch(node: Node, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    node.isReady = await isReady(`http://127.0.0.1:${String(node.port)}`);
    await pause(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Connects a client to the first node that accepts; a refusal marks it as down. */
async function join(client: Socket, nodes: readonly Node[], sockets: Set<Socket>): Promise<void> {
  for (const node of nodes) {
    const upstream = await reach(node.port);
    if (!upstream) {
      node.isReady = false;
      continue;
    }
    remember(sockets, upstream);
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
      one.pipe(other);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    return;
  }
  client.destroy();
}

async function reach(port: number): Promise<Socket | undefined> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}

function remember(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
}
