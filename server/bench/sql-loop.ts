/** One named statement, again and again, over many connections: pgbench for machines without it. */
import { json } from 'node:stream/consumers';
import pg from 'pg';

interface LoopOptions {
  readonly url: string;
  readonly sql: string;
  /** The statement's one parameter is a random number from 1 to this. */
  readonly most: number;
  readonly seconds: number;
  readonly connections: number;
}

// Our own parent wrote it.
const { url, sql, most, seconds, connections } = (await json(process.stdin)) as LoopOptions;
const clients = Array.from(
  { length: connections },
  () => new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 }),
);
await Promise.all(clients.map((client) => client.connect()));

const startedAt = performance.now();
const end = startedAt + seconds * 1_000;
const counts = await Promise.all(clients.map(repeat));
const elapsed = (performance.now() - startedAt) / 1_000;
await Promise.all(clients.map((client) => client.end()));
const done = counts.reduce((sum, count) => sum + count);
process.stdout.write(JSON.stringify({ perSecond: done / elapsed }));

async function repeat(client: pg.Client): Promise<number> {
  let count = 0;
  while (performance.now() < end) {
    const number = Math.ceil(Math.random() * most);
    const { rowCount } = await client.query({ name: 'statement', text: sql, values: [number] });
    if (rowCount !== 1) throw new Error('the statement did not touch its row');
    count += 1;
  }
  return count;
}
