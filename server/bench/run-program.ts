import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface Output {
  readonly status: number | null;
  readonly stdout: string;
}

/** Runs a program to its end; its standard error is passed through. */
export async function runProgram(program: string, args: readonly string[]): Promise<Output> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const [stdout, [status]] = await Promise.all([text(child.stdout), ended]);
  // `close` carries the exit code, or null after a signal.
  return { status: status as number | null, stdout };
}
