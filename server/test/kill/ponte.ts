import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The `ponte` command. */
export const CLI = join(import.meta.dirname, '../../src/cli.ts');
/** The compile cache: most of what a start costs is compiling the same sources again. */
const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/ponte-compiled');
/** Whether an earlier run has filled it. */
export const isCompiled = existsSync(COMPILED);

type Env = Readonly<Record<string, string>>;

/** Starts `ponte start` or the like; its and its children's output is appended to a file. */
export function startPonte(args: readonly string[], env: Env, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...strangersEnvironment(), NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}

/** Runs a `ponte` command and parses the object that it prints. */
export async function askPonte(
  args: readonly string[],
  env: Env,
): Promise<Readonly<Record<string, unknown>>> {
  const run = await promisify(execFile)(process.execPath, [CLI, ...args, '--json'], {
    env: { ...strangersEnvironment(), NODE_COMPILE_CACHE: COMPILED, ...env },
  });
  // With --json every command prints one object.
  return JSON.parse(run.stdout) as Record<string, unknown>;
}

/** Without what developers have set for gateways of their own. */
export function strangersEnvironment(): NodeJS.ProcessEnv {
  const mine = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PONTE_') && !['DATABASE_URL', 'PORT'].includes(name),
  );
  return Object.fromEntries(mine);
}

/** Also succeeds for a process that has just exited. */
export function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
