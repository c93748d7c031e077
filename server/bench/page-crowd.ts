import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Notified } from './page-browsers.ts';

/** Browsers that follow pages, in a separate process. */
export interface Crowd {
  /** Waits until so many were notified of a payment, and ends them all. @throws if one missed it */
  notified(count: number): Promise<Notified[]>;
}

/** @returns once every page has received its first event */
export async function openCrowd(port: number, paths: readonly string[]): Promise<Crowd> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'page-browsers.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('the browsers have ended');
    return line.value;
  };
  child.stdin.write(`${JSON.stringify({ port, paths })}\n`);
  await next();
  return {
    notified: async (count) => {
      child.stdin.end(`${String(count)}\n`);
      // Printed by our own script.
      return JSON.parse(await next()) as Notified[];
    },
  };
}
