import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Runs a script of this folder in a process of its own: JSON in, JSON out. */
export async function runScript(name: string, input: object): Promise<unknown> {
  const path = join(import.meta.dirname, name);
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  child.stdin.end(JSON.stringify(input));
  const [stdout, [status]] = await Promise.all([text(child.stdout), ended]);
  if (status !== 0) throw new Error(`${name} ended with status ${String(status)}`);
  return JSON.parse(stdout);
}
