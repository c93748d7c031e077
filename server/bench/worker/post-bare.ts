/** POSTs of a body to one address from a bare undici loop: what a dispatcher is compared with. */
import { Pool } from 'undici';

interface LoopOptions {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly body: string;
}

// Written by our own parent.
const { url, connections, seconds, body } = JSON.parse(process.argv[2] ?? '{}') as LoopOptions;
const { origin, pathname: path } = new URL(url);
const pool = new Pool(origin, { connections });
const headers = { 'content-type': 'application/json', 'user-agent': 'bare' };
const end = performance.now() + seconds * 1_000;
let posted = 0;

await Promise.all(Array.from({ length: connections }, post));
const elapsed = seconds + (performance.now() - end) / 1_000;
await pool.close();
process.stdout.write(JSON.stringify({ perSecond: posted / elapsed }));

async function post(): Promise<void> {
  while (performance.now() < end) {
    const answer = await pool.request({ method: 'POST', path, headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 204) throw new Error(`${String(answer.statusCode)} was answered`);
    posted += 1;
  }
}
