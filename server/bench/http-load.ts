/** Sends requests over keep-alive connections, the next when the last is answered, and counts. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { type LoadResult, type LoadOptions, percentile } from './load.ts';

// Our own parent wrote it.
const options = (await json(process.stdin)) as LoadOptions;
const ids: string[] = [];
const latencies: number[] = [];
let answers = 0;

const countFrom = performance.now() + options.warmUpMs;
const end = countFrom + options.seconds * 1_000;
await Promise.all(Array.from({ length: options.connections }, runConnection));

latencies.sort((one, other) => one - other);
const result: LoadResult = {
  answers,
  perSecond: latencies.length / options.seconds,
  p50Ms: percentile(latencies, 0.5),
  p99Ms: percentile(latencies, 0.99),
  ids,
};
process.stdout.write(JSON.stringify(result));

/** Ends after the answer to its last request, so that what was sent and what was done add up. */
async function runConnection(): Promise<void> {
  const socket = connect(options.port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let pending = '';
  let sentAt = 0;
  const send = (): void => {
    sentAt = performance.now();
    if (sentAt >= end) resolve();
    else socket.write(nextRequest());
  };
  socket.on('connect', send).on('error', reject);
  socket.on('close', () => reject(new Error('the gateway closed a connection')));
  socket.on('data', (chunk) => {
    pending += String(chunk);
    const length = answerLength(pending);
    if (length === undefined) return;
    try {
      count(pending.slice(0, length), sentAt);
    } catch (error) {
      reject(error);
      return;
    }
    pending = pending.slice(length);
    send();
  });
  await promise.finally(() => socket.destroy());
}

function nextRequest(): string {
  const { key, target } = options;
  const head = `Host: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`;
  if (target.kind === 'read') {
    const id = target.ids[Math.floor(Math.random() * target.ids.length)];
    return `GET /v1/api/deposit/${String(id)}/status HTTP/1.1\r\n${head}\r\n`;
  }
  const length = `Content-Length: ${String(target.body.length)}`;
  const headers = `Idempotency-Key: ${randomUUID()}\r\nContent-Type: application/json\r\n${length}`;
  return `POST /v1/api/deposit HTTP/1.1\r\n${head}${headers}\r\n\r\n${target.body}`;
}

/** How long the first answer in the text is, once all of it is there. One character is one byte. */
function answerLength(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  if (length === undefined) throw new Error('an answer without a length');
  const end = head + 4 + Number(length);
  return text.length < end ? undefined : end;
}

/** @throws Error when the answer is not the one wanted */
function count(answer: string, sentAt: number): void {
  const wanted = options.target.kind === 'read' ? '200' : '201';
  if (answer.slice(9, 12) !== wanted) throw new Error(`not ${wanted}: ${answer}`);
  answers += 1;
  const id = /"id":"(\w+)"/.exec(answer)?.[1];
  if (id === undefined) throw new Error('an answer without an id');
  if (ids.length < options.keepIds) ids.push(id);
  const now = performance.now();
  if (now >= countFrom && now < end) latencies.push(now - sentAt);
}
