import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Env } from '../platform/read-setting.ts';
import { FATAL_EXIT_CODE } from '../platform/stop.ts';
import { openLines } from '../platform/write-lines.ts';
import { keepRunning } from './keep-running.ts';

const standardOutput = openLines(1);

export interface ChildPlan {
  readonly name: string;
  /** The TypeScript file that Node runs. */
  readonly entry: string;
  readonly nodeOptions?: readonly string[];
  readonly env: Env;
  /** Called when the child prints exactly `line`; its output is passed on either way. */
  readonly awaited?: { line: string; onLine: () => void };
}

export interface Child {
  /** Rejects if the child reports that restarting it will not help. */
  readonly hopeless: Promise<never>;
  /** Asks the child to end, and kills it after `maxWaitMs` or when hurried. */
  stop(maxWaitMs: number, hurry: AbortSignal): Promise<void>;
}

/** Starts a child process, and restarts it whenever it dies, until it is stopped. */
export function startChild(plan: ChildPlan): Child {
  const stopping = new AbortController();
  const { promise: hopeless, reject: giveUp } = Promise.withResolvers<never>();
  // Once everything serves, nobody awaits this any more: the child is restarted whatever its exit.
  hopeless.catch(() => undefined);
  let current: ChildProcess | undefined;
  const over = keepRunning(
    plan.name,
    () => {
      current = spawnChild(plan);
      current.once('exit', (code) => {
        if (code === FATAL_EXIT_CODE) giveUp(new Error(`The ${plan.name} cannot start.`));
      });
      return endOf(current);
    },
    stopping.signal,
  );
  return {
    hopeless,
    async stop(maxWaitMs, hurry) {
      stopping.abort();
      const kill = (): unknown => current?.kill('SIGKILL');
      const timer = setTimeout(kill, maxWaitMs);
      hurry.addEventListener('abort', kill);
      current?.kill(hurry.aborted ? 'SIGKILL' : 'SIGTERM');
      await over;
      clearTimeout(timer);
      hurry.removeEventListener('abort', kill);
    },
  };
}

function spawnChild({ entry, nodeOptions = [], env, awaited }: ChildPlan): ChildProcess {
  const child = spawn(process.execPath, [...nodeOptions, entry], {
    env: { ...env, PONTE_PARENT_PIPE: '1' },
    // The child ends when its input ends, and only we hold the other end: this works even after
    // kill -9.
    stdio: ['pipe', awaited ? 'pipe' : 'inherit', 'inherit'],
    // A process group of its own, so that Ctrl-C in a terminal reaches only us, and we decide the
    // order of a stop.
    detached: true,
  });
  // Nothing is ever written, but a child that dies may reset the pipe.
  child.stdin?.on('error', () => undefined);
  if (awaited && child.stdout) {
    createInterface(child.stdout).on('line', (line) => {
      standardOutput.write(`${line}\n`);
      if (line === awaited.line) awaited.onLine();
    });
  }
  return child;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}
