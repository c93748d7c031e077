import { join } from 'node:path';
import { findFreePort } from '../src/launch/free-port.ts';
import { startChild, untilItAnswers } from './child.ts';
import { type Load, openLoad } from './load.ts';
import { type BenchProvider, startProvider } from './open-gateway.ts';
import type { Stage } from './scenario.ts';

/**
 * Something other than the gateway that takes deposits: one process, in front of its own provider.
 */
export interface Rival {
  readonly port: number;
  readonly provider: BenchProvider;
  readonly load: Load;
}

/** @param script of this folder; it is given its port, the provider's URL and the database's */
export async function openRival(stage: Stage, script: string, url: string): Promise<Rival> {
  const provider = await startProvider(stage);
  const port = await findFreePort();
  const child = startChild(join(import.meta.dirname, script), {
    args: [String(port), provider.url, url],
    env: { NODE_ENV: 'production' },
  });
  stage.after(() => child.stop());
  await untilItAnswers(`http://127.0.0.1:${String(port)}/healthz`);
  const load = openLoad();
  stage.after(() => load.stop());
  return { port, provider, load };
}
