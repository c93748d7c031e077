import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const STOP_MS = 15_000;
/** A process that cannot start at all must not be retried endlessly at full speed. */
const PAUSE_MS = 500;

/** A process that is restarted whenever it ends. */
export interface Supervised {
  /** How it ended when nobody had killed or stopped it. */
  readonly ends: readonly string[];
  /** Stops it politely and lets it be restarted; resolves when the old one has gone. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Acts like a service manager: restarts what has exited, and finally stops it gracefully. */
export function supervise(name: string, start: () => ChildProcess): Supervised {
  let stopping = false;
  let current = start();
  let gone = endOf(current);
  const asked = new WeakSet<ChildProcess>();
  const ends: string[] = [];
  const run = async (): Promise<void> => {
    for (;;) {
      await gone;
      if (stopping) return;
      if (current.exitCode !== null && !asked.has(current)) {
        ends.push(`The ${name} ended (exit code ${String(current.exitCode)})`);
        await pause(PAUSE_MS);
        if (stopping) return;
      }
      current = start();
      gone = endOf(current);
    }
  };
  const over = run();
  const end = async (): Promise<void> => {
    const [child, itsEnd] = [current, gone];
    asked.add(child);
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await itsEnd;
    clearTimeout(killTimer);
  };
  return {
    ends,
    restart: end,
    stop: async () => {
      stopping = true;
      await end();
      await over;
    },
  };
}

function endOf(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('error', () => resolve()).once('exit', () => resolve());
  return promise;
}
