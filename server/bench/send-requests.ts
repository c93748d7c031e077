/**
 * Sends requests over keep-alive connections and counts the responses: either the next when the
 * last was answered, or at a fixed rate whatever the responses. Orders come in, and results go out,
 * one per line.
 */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { endWithParent } from '../src/platform/parent.ts';
import { type LoadOrder, type LoadResult, type Made, percentile } from './load.ts';
import { KEY_PLACE, type ReadyRequest } from './requests.ts';

const READ_BYTES = 64 * 1024;
const HEAD_ENDS = Buffer.from('\r\n\r\n');
const ID = Buffer.from('"id":"');
const STATUS_AT = 9;

endWithParent();
for await (const line of createInterface(process.stdin)) {
  // Written by our own parent.
  const result = await carryOut(JSON.parse(line) as LoadOrder);
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

interface Sendable {
  readonly bytes: Buffer;
  /** Where a fresh key is inserted each time; negative if none is. */
  readonly keyAt: number;
  readonly account: number;
  readonly wantedId: Buffer | undefined;
}

interface Tally {
  readonly order: LoadOrder;
  readonly status: Buffer;
  readonly latencies: number[];
  readonly made: Made[];
  answers: number;
  readonly countFrom: number;
  readonly end: number;
  lastAt: number;
}

async function carryOut(order: LoadOrder): Promise<LoadResult> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const tally: Tally = {
    order,
    status: Buffer.from(String(order.status)),
    latencies: [],
    made: [],
    answers: 0,
    countFrom: startedAt + order.warmUpMs,
    end: startedAt + order.warmUpMs + order.seconds * 1_000,
    lastAt: Infinity,
  };
  const lines = Array.from({ length: order.connections }, (_, number) => openLine(tally, number));
  try {
    await Promise.all(lines.map(({ ready }) => ready));
    if (order.perSecond === undefined) await Promise.all(lines.map((line) => repeat(line, tally)));
    else await offer(lines, tally, order.perSecond);
  } finally {
    for (const { socket } of lines) socket.destroy();
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const { latencies } = tally;
  latencies.sort((one, other) => one - other);
  return {
    answers: tally.answers,
    perSecond: (latencies.length / (tally.lastAt - tally.countFrom)) * 1_000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    p999Ms: percentile(latencies, 0.999),
    made: tally.made,
    cpuMicroseconds: (user + system) / Math.max(1, tally.answers),
  };
}

/** Ends after the response to its last request, so that what was sent and what was done add up. */
async function repeat(line: Line, tally: Tally): Promise<void> {
  for (let now = performance.now(); now < tally.end; now = performance.now()) {
    await line.ask(now);
  }
}

/** Each is sent when it is due; one that finds no free connection has been waiting since then. */
async function offer(lines: readonly Line[], tally: Tally, perSecond: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const free = [...lines];
  const due: number[] = [];
  let planned = 0;
  const settle = (): void => {
    for (let at = due[0]; at !== undefined && free.length > 0; at = due[0]) {
      // In turn, since the API closes a connection that is idle for long.
      const line = free.shift();
      if (!line) break;
      due.shift();
      line.ask(at).then(() => {
        free.push(line);
        settle();
      }, reject);
    }
    if (performance.now() >= tally.end && due.length === 0 && free.length === lines.length) {
      clearInterval(clock);
      resolve();
    }
  };
  const clock = setInterval(() => {
    const now = performance.now();
    const wanted = Math.floor(((Math.min(now, tally.end) - startedAt) * perSecond) / 1_000);
    for (; planned < wanted; planned += 1)
      due.push(startedAt + ((planned + 1) * 1_000) / perSecond);
    settle();
  }, 1);
  await promise.finally(() => clearInterval(clock));
}

interface Line {
  readonly socket: Socket;
  readonly ready: Promise<void>;
  /** Sends the next request and waits for its response. @throws if it is not the expected one */
  ask(dueAt: number): Promise<void>;
}

function openLine(tally: Tally, number: number): Line {
  const { ports, connections, requests } = tally.order;
  const own = requests.filter(
    (_, at) =>
      at % connections === number || (requests.length <= number && at === number % requests.length),
  );
  const sendable = own.map(makeSendable);
  let sent = 0;
  let underWay: { dueAt: number; request: Sendable; resolve(): void } | undefined;
  let rest: Buffer | undefined;
  let fail: (error: Error) => void = () => undefined;
  const onRead = (length: number, buffer: Uint8Array): boolean => {
    const part = Buffer.from(buffer.buffer, buffer.byteOffset, length);
    const answer = rest ? Buffer.concat([rest, part]) : part;
    if (!isWhole(answer)) {
      // The next read overwrites this buffer.
      rest = Buffer.from(answer);
      return true;
    }
    rest = undefined;
    const asked = underWay;
    underWay = undefined;
    try {
      if (!asked) throw new Error('an answer to nothing');
      count(tally, asked.request, answer, asked.dueAt);
      asked.resolve();
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
    return true;
  };
  const socket = connect({
    port: ports[number % ports.length] ?? 0,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafe(READ_BYTES), callback: onRead },
  });
  const ready = Promise.withResolvers<void>();
  fail = ready.reject;
  socket.on('connect', ready.resolve).on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error('a connection was closed')));
  const ask = (dueAt: number): Promise<void> =>
    new Promise((resolve, reject) => {
      fail = reject;
      if (socket.destroyed) throw new Error('a connection was closed');
      const request = sendable[sent % sendable.length];
      if (!request) throw new Error('no request to send');
      sent += 1;
      underWay = { dueAt, request, resolve };
      if (request.keyAt >= 0) request.bytes.write(randomUUID(), request.keyAt, 'latin1');
      socket.write(request.bytes);
    });
  return { socket, ready: ready.promise, ask };
}

function makeSendable({ text, account, id }: ReadyRequest): Sendable {
  return {
    bytes: Buffer.from(text, 'latin1'),
    keyAt: text.indexOf(KEY_PLACE),
    account,
    wantedId: id === undefined ? undefined : Buffer.from(id),
  };
}

function isWhole(answer: Buffer): boolean {
  const head = answer.indexOf(HEAD_ENDS);
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, head))?.[1];
  if (length === undefined) throw new Error('an answer without a length');
  return answer.length >= head + HEAD_ENDS.length + Number(length);
}

/** @throws Error if the response is not the expected one */
function count(tally: Tally, request: Sendable, answer: Buffer, dueAt: number): void {
  const { status, order, made } = tally;
  const isWanted =
    answer.compare(status, 0, 3, STATUS_AT, STATUS_AT + 3) === 0 &&
    (request.wantedId === undefined || answer.includes(request.wantedId));
  if (!isWanted) throw new Error(`not ${String(status)}: ${answer.toString()}`);
  tally.answers += 1;
  const idAt = answer.indexOf(ID) + ID.length;
  if (order.keepIds && idAt < ID.length) throw new Error('an answer without an id');
  if (made.length < order.keepIds) {
    const id = answer.toString('latin1', idAt, answer.indexOf('"', idAt));
    made.push({ account: request.account, id });
  }
  const now = performance.now();
  const countsFrom = order.perSecond === undefined ? now : dueAt;
  // Counts what was due in time however late its response, or a halt at the end would go unseen.
  if (countsFrom >= tally.countFrom && dueAt < tally.end) {
    tally.latencies.push(now - dueAt);
    tally.lastAt = now;
  }
}
