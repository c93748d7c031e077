import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { type Connections, connectionsOf } from './connections.ts';
import { oldSpaceLimit, usedOldSpace } from './heap.ts';
import { BODY_LIMIT, type Http } from './http.ts';
import type { Env } from './read-setting.ts';
import { STOPPING_MS } from './stop.ts';

/** Beyond these, every answer would be late or the process close to its end. */
const LIMITS = {
  /** How late a timer may be, and how much processor time we may use meanwhile. */
  latenessMs: 2_500,
  /** How often the timer is due. */
  everyMs: 100,
  /** How much of the heap may be in use, out of all that it may have. */
  heapShare: 0.9,
  /** For how long exceeding either limit sheds load. */
  heldMs: 500,
};

/**
 * How many bytes of the heap a request may occupy per byte of its body: the parsed text and a copy
 * of it that is compared, both with two bytes per character.
 */
const HELD_PER_BYTE = 4;

/** Requests that were sent before clients could know that we are stopping still arrive by then. */
const LAST_CALL_MS = 2_000;

/** Startup work is not load, but affects the first measurements. */
const STARTING_MS = 1_000;

const IDLE_MS = 100;

type Limits = Partial<
  typeof LIMITS & { [When in 'stoppingMs' | 'lastCallMs' | 'startingMs']: number } & {
    /** Our environment, which may limit the heap. */
    readonly env: Env;
  }
>;

/** The state of the process, at most a moment old. */
export interface Load {
  isTooMuch(): boolean;
  /** Whether the heap had room for so many more bytes. */
  hasRoom(bytes: number): boolean;
}

/**
 * Refuses requests that cannot be answered in time, or that come while we stop, before the database
 * is asked anything. Hooks run in the order of registration, so this precedes authentication.
 * @param vital the routes that are answered under any load, and while we stop
 */
export function shedLoad(
  http: Http,
  vital: RegExp,
  {
    stoppingMs = STOPPING_MS,
    lastCallMs = LAST_CALL_MS,
    startingMs = STARTING_MS,
    env = {},
    ...limits
  }: Limits = {},
): Load {
  const load = watchLoad(http, env, { ...LIMITS, ...limits });
  const connections = connectionsOf(http.server);
  let stoppedAt = Infinity;
  let startedAt = Infinity;
  http.addHook('onReady', async () => void (startedAt = performance.now() + startingMs));
  http.addHook('preClose', async () => {
    stoppedAt = performance.now();
    // Connections whose last answer did not close them would otherwise keep us alive.
    const idle = setInterval(() => {
      http.server.closeIdleConnections();
      endSilent(connections);
    }, IDLE_MS).unref();
    http.server.once('close', () => clearInterval(idle));
    // From here on Node enforces no request timeouts: a request that trickles in would keep us
    // alive forever.
    setTimeout(() => http.server.closeAllConnections(), stoppingMs).unref();
  });
  http.addHook('onRequest', (request, _reply, done) => {
    const isLate = performance.now() > stoppedAt + lastCallMs;
    const sheds = isLate || (load.isTooMuch() && performance.now() >= startedAt);
    if (sheds && !vital.test(request.routeOptions.url ?? '')) throw new ApiError('unavailable');
    done();
  });
  let held = 0;
  // Many bodies can arrive between two looks at the heap, so each also counts for what it may hold.
  http.addHook('preValidation', (request, reply, done) => {
    const bytes = HELD_PER_BYTE * sizeOf(request);
    if (bytes > 0) {
      const isVital = vital.test(request.routeOptions.url ?? '');
      if (!isVital && !load.hasRoom(held + bytes)) {
        // Sending hundreds of refusals takes a moment, in which their bodies would be kept.
        request.body = undefined;
        throw new ApiError('unavailable');
      }
      held += bytes;
      reply.raw.once('close', () => (held -= bytes));
    }
    done();
  });
  http.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // The framework only says so for requests that arrive from then on.
    const isLast = stoppedAt !== Infinity && connections.get(raw.socket) === reply.raw;
    if (isLast) void reply.header('connection', 'close');
    done();
  });
  return load;
}

/** How long a body that was read may have been; 0 if there was none. */
function sizeOf({ body, headers }: FastifyRequest): number {
  const isChunked = headers['transfer-encoding'] !== undefined;
  return body === undefined ? 0 : Number(headers['content-length'] ?? (isChunked ? BODY_LIMIT : 0));
}

/** Node treats connections that have never sent anything as still sending a request. */
function endSilent(connections: Connections): void {
  for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
}

function watchLoad(
  http: Http,
  env: Env,
  { latenessMs, heapShare, everyMs, heldMs }: typeof LIMITS,
): Load {
  const heapBytes = heapShare * oldSpaceLimit(env);
  let dueAt = performance.now() + everyMs;
  let usedBefore = process.cpuUsage();
  let heldUntil = 0;
  let used = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(usedBefore);
    // A process that was merely not scheduled, or asleep with the machine, has no backlog.
    const isBusy = (user + system) / 1_000 > latenessMs;
    if (isBusy && now - dueAt > latenessMs) heldUntil = now + heldMs;
    dueAt = now + everyMs;
    usedBefore = process.cpuUsage();
    // Unlike `process.memoryUsage`, this opens no file, which fails once too many are open.
    used = usedOldSpace();
  }, everyMs).unref();
  http.addHook('onClose', async () => clearInterval(timer));
  return {
    isTooMuch: () => performance.now() < heldUntil || used > heapBytes,
    hasRoom: (bytes) => used + bytes <= heapBytes,
  };
}
