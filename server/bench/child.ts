import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitFor } from '../src/launch/wait-for.ts';
import type { Usage } from './report-usage.ts';

/** A child process, which ends with us. */
export interface Child {
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

interface ChildOptions {
  readonly args?: readonly string[];
  /** Its entire environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
}

/** @param entry the path of a script that exits when its standard input ends */
export function startChild(
  entry: string,
  { args = [], env = {}, nodeOptions = [] }: ChildOptions = {},
): Child {
  const child = spawn(process.execPath, [...nodeOptions, entry, ...args], {
    env: { ...env },
    // Logs are written as in production, and discarded.
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  });
  return { process: child, stop: () => stopChild(child) };
}

/** Lets `usageOf` ask a child what it uses. */
export const REPORTS_USAGE = ['--import', join(import.meta.dirname, 'report-usage.ts')];

/** @returns what the child, started with `REPORTS_USAGE`, used while this was done */
export async function usageOf<Result>(
  { process: child }: Child,
  work: () => Promise<Result>,
): Promise<readonly [Result, Usage]> {
  child.send('begin');
  await once(child, 'message');
  const result = await work();
  child.send('end');
  const [usage] = await once(child, 'message');
  // Sent by our own script.
  return [result, usage as Usage];
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export async function untilItAnswers(url: string): Promise<void> {
  const ask = async (): Promise<true | undefined> =>
    fetch(url).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    );
  if (!(await waitFor(ask, { timeoutMs: 60_000 }))) throw new Error(`${url} does not answer`);
}
