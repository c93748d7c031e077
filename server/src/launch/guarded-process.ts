import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';

/** The user a process runs as; empty for our own. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

export interface GuardedProcess {
  /** Resolves when the program has ended, whatever the cause; never rejects. */
  readonly ended: Promise<void>;
  /** Undefined while it runs; not 0 after a failure or a signal. */
  exitCode(): number | undefined;
  /** Asks the program to end, and after five seconds forces it. */
  end(): Promise<void>;
}

/**
 * Runs a program with a pipe that only we hold. When the pipe closes, because we ask or because we
 * were killed, a watcher asks the program to end (SIGINT: PostgreSQL's fast shutdown) and, if it is
 * still running five seconds later, forces it (SIGQUIT: immediate shutdown). The wrapper ends with
 * the program.
 */
const WRAPPER = `
exec 3<&0
"$@" 3<&- &
program=$!
{ read -r _ <&3
  kill -INT $program
  for _ in 1 2 3 4 5; do sleep 1; done
  kill -QUIT $program
} &
watcher=$!
exec 3<&-
wait $program
status=$?
kill $watcher
exit $status
`;

/** Starts `command` under the guard; its output is appended to `logFile`. */
export function startGuarded(command: string[], runAs: RunAs, logFile: string): GuardedProcess {
  const log = openSync(logFile, 'a', 0o600);
  const wrapper = spawn('/bin/sh', ['-c', WRAPPER, 'ponte-guard', ...command], {
    ...runAs,
    // Our own working directory may be closed to the program's user.
    cwd: '/',
    // Nothing is inherited: PGPORT and the like would affect PostgreSQL. Messages stay in English.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', log, log],
    // A process group of its own, so that Ctrl-C in a terminal reaches only us, and we decide the
    // order of a stop.
    detached: true,
  });
  closeSync(log);
  const ended = waitForEnd(wrapper);
  // Nothing is ever written, but a program that dies may reset the pipe.
  wrapper.stdin?.on('error', () => undefined);
  return {
    ended,
    exitCode: () => wrapper.exitCode ?? (wrapper.signalCode === null ? undefined : -1),
    async end() {
      wrapper.stdin?.end();
      await ended;
    },
  };
}

async function waitForEnd(child: ChildProcess): Promise<void> {
  // A program that cannot be started emits an error instead of an exit.
  await once(child, 'exit').catch(() => undefined);
}
