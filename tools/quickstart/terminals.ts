import { type ChildProcess, spawn } from 'node:child_process';
import { waitUntil } from '../smoke/processes.ts';

/** A terminal in which something goes on running. */
export interface Terminal {
  printed(): string;
  /** Whether what was to go on has come to its end. */
  hasEnded(): boolean;
  /** Ends as by Ctrl-C, and when that is not heard, for good. */
  close(): Promise<void>;
}

const CLOSING_MS = 20_000;

export function openTerminal(
  lines: string,
  directory: string,
  environment: NodeJS.ProcessEnv,
): Terminal {
  const bash = spawn('bash', ['--noprofile', '--norc', '-c', lines], {
    cwd: directory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal has, which all hear a Ctrl-C of.
    detached: true,
  });
  let printed = '';
  for (const stream of [bash.stdout, bash.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  }
  return {
    printed: () => printed,
    hasEnded: () => bash.exitCode !== null || bash.signalCode !== null,
    close: () => endGroup(bash),
  };
}

async function endGroup(bash: ChildProcess): Promise<void> {
  const { pid } = bash;
  if (pid === undefined || !signalGroup(pid, 'SIGINT')) return;
  await waitUntil('the end of a terminal', CLOSING_MS, () => !signalGroup(pid, 0)).catch(() =>
    signalGroup(pid, 'SIGKILL'),
  );
}

/** Whether anybody was there to hear it. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
