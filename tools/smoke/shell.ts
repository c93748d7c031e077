import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/** One bash that keeps its variables between commands, as a newcomer's terminal does. */
export interface Shell {
  readonly pid: number | undefined;
  /** Runs lines and returns their output. @throws Error if one of them fails */
  run(lines: string): Promise<string>;
  close(): void;
}

/** An HTTP error must stop the session, although plain `curl` would go on. */
const PREAMBLE = 'set -eo pipefail; curl() { command curl --fail-with-body --max-time 30 "$@"; }\n';

export function openShell(directory: string, environment: NodeJS.ProcessEnv): Shell {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd: directory,
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // The callback of the write has it, too.
  bash.stdin.on('error', () => undefined);
  bash.stdin.write(PREAMBLE);
  bash.stdout.setEncoding('utf8');
  return {
    pid: bash.pid,
    run: (lines) =>
      new Promise((resolve, reject) => {
        const end = `-- ${randomUUID()}`;
        let output = '';
        const finish = (settle: () => void): void => {
          bash.stdout.off('data', collect);
          bash.off('close', fail);
          settle();
        };
        const collect = (chunk: string): void => {
          output += chunk;
          if (output.includes(end)) finish(() => resolve(output.slice(0, output.indexOf(end))));
        };
        const fail = (): void => {
          finish(() => reject(new Error(`This failed:\n${lines}\nIt printed:\n${output}`)));
        };
        bash.stdout.on('data', collect);
        bash.once('close', fail);
        bash.stdin.write(`${lines}\nprintf '%s' '${end}'\n`, (error) => error && fail());
      }),
    close: () => bash.stdin.end(),
  };
}
