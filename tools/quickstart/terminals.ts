import { type ChildProcess, spawn } from 'node:child_process';
import { waitUntil } from '../smoke/processes.ts';

/** A terminal in which something keeps running. */
export interface Terminal {
  printed(): string;
  /** Whether the command that was to keep running has ended. */
  hasEnded(): boolean;
  /** Sends Ctrl-C, and kills if that has no effect. */
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
    // A process group of its own, as in a terminal, in which all receive a Ctrl-C.
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

/** Whether there was anybody to receive it. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
