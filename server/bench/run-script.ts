import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Output {
  readonly status: number | null;
  readonly stdout: string;
}

/** Runs a program to its end; what it says on standard error is passed on. */
export async function runProgram(
  program: string,
  args: readonly string[],
  input = '',
): Promise<Output> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  child.stdin.end(input);
  const [stdout, [status]] = await Promise.all([text(child.stdout), ended]);
  // `close` carries the exit code, or null after a signal.
  return { status: status as number | null, stdout };
}

/** Runs a script of this folder in a process of its own: JSON in, JSON out. */
export async function runScript(name: string, input: object): Promise<unknown> {
  const path = join(import.meta.dirname, name);
  const { status, stdout } = await runProgram(process.execPath, [path], JSON.stringify(input));
  if (status !== 0) throw new Error(`${name} ended with status ${String(status)}`);
  return JSON.parse(stdout);
}
