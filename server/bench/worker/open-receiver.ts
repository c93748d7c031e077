import { once } from 'node:events';
import { join } from 'node:path';
import { findFreePort } from '../../src/launch/free-port.ts';
import { startChild, untilItAnswers } from '../child.ts';
import type { Stage } from '../scenario.ts';

export interface BenchReceiver {
  /** Answers at once. */
  readonly url: string;
  /** Never answers, on every address of the loopback network. */
  readonly silentPort: number;
  /** When each event first came to each URL, since the last call: milliseconds since 1970. */
  firsts(): Promise<ReadonlyMap<string, number>>;
}

export async function openReceiver(stage: Stage): Promise<BenchReceiver> {
  const [port, silentPort] = [await findFreePort(), await findFreePort()];
  const child = startChild(join(import.meta.dirname, 'receive.ts'), {
    args: [String(port), String(silentPort)],
  });
  stage.after(() => child.stop());
  const url = `http://127.0.0.1:${String(port)}/`;
  await untilItAnswers(url);
  return {
    url,
    silentPort,
    firsts: async () => {
      child.process.send('tell');
      const [entries] = await once(child.process, 'message');
      // Sent by our own script.
      return new Map(entries as [string, number][]);
    },
  };
}
