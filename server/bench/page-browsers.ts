/**
 * Follows pages as browsers do: opens all, reports that in one line, and in another what arrived.
 */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { waitFor } from '../src/launch/wait-for.ts';

/** A page that was notified of its payment, and when, by the clock that the database uses too. */
export interface Notified {
  readonly path: string;
  readonly at: number;
}

/** Connecting all at once would measure the listen backlog. */
const CONCURRENCY = 100;
const TIMEOUT_MS = 30_000;

const notified: Notified[] = [];
let ended = 0;
const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
// Written by our own parent.
const { port, paths } = JSON.parse(await nextLine()) as { port: number; paths: string[] };
for (let first = 0; first < paths.length; first += CONCURRENCY) {
  await Promise.all(paths.slice(first, first + CONCURRENCY).map(follow));
}
process.stdout.write('open\n');

const wanted = Number(await nextLine());
await waitFor(() => (notified.length >= wanted ? true : undefined), { timeoutMs: TIMEOUT_MS });
if (notified.length !== wanted) {
  throw new Error(`${String(notified.length)} pages were notified, not ${String(wanted)}`);
}
if (ended > 0) throw new Error(`the gateway ended ${String(ended)} streams`);
process.stdout.write(`${JSON.stringify(notified)}\n`, () => process.exit(0));

async function nextLine(): Promise<string> {
  const line = await lines.next();
  if (line.done === true) process.exit(1);
  return line.value;
}

/** Resolves with the first event; later ones are recorded. */
function follow(path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (part) => {
    text += String(part);
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const state = /event: state\ndata: (\w+)/.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (state === 'waiting') resolve();
      if (state === 'confirmed') notified.push({ path, at: Date.now() });
    }
  });
  socket.on('error', reject);
  socket.on('close', () => {
    ended += 1;
    reject(new Error('the gateway ended a stream'));
  });
  socket.write(`GET ${path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  return promise;
}
